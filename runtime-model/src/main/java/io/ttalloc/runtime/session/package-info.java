/**
 * The time between opening and closing a chip: each opening is a session with fresh allocators.
 *
 * <p>Used by buffers, by devices, and to read the allocators' own numbers. Any thread. Loaded by
 * the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.session;

import org.jspecify.annotations.NullMarked;
