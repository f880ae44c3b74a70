/**
 * Listeners to allocations and programs: graph processors, hooks, and the inspector.
 *
 * <p>Gets addresses and ids, never buffers or programs, so that no listener keeps anything alive.
 * Any thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.graph;

import org.jspecify.annotations.NullMarked;
