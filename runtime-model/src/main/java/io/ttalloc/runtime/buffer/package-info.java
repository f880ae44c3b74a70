/**
 * Handles to device memory: buffers, and the circular buffers of a program.
 *
 * <p>Used by programs, devices and meshes. A handle is used by one thread at a time; closing is
 * safe from any thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.buffer;

import org.jspecify.annotations.NullMarked;
