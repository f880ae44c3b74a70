/**
 * Sessions of chips. A session is the time between opening and closing a chip, and has its own
 * allocators.
 *
 * <p>Used by buffers and devices, and to read the allocators' own statistics. Usable from any
 * thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.session;

import org.jspecify.annotations.NullMarked;
