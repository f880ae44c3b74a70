/**
 * Listeners for allocations and programs: graph processors, hooks, and the inspector.
 *
 * <p>Listeners receive addresses and ids, never buffers or programs, so no listener keeps these
 * reachable. Usable from any thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.graph;

import org.jspecify.annotations.NullMarked;
