/**
 * Programs, their kernels, and the cache of compiled programs.
 *
 * <p>Used by devices, meshes and operations. A program is used by one thread at a time. Loaded by
 * the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.program;

import org.jspecify.annotations.NullMarked;
