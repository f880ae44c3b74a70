/**
 * The memory of one chip: free lists, bank managers, regions of circular buffers, statistics, and
 * the sparse memory that holds the contents, with the kernels that have not run yet.
 *
 * <p>Handles only addresses and numbers, never the objects that use the memory. Used by {@code
 * session}. A bank manager is guarded by its allocator's lock. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.memory;

import org.jspecify.annotations.NullMarked;
