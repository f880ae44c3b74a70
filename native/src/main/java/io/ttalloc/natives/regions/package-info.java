/**
 * The memory regions of TT-Metal: one file per chip in shared memory, in which processes record how
 * much they have allocated. Reads the regions of other processes, and maintains regions for
 * processes that cannot do so themselves.
 *
 * <p>Used by commands that show or publish regions. {@link
 * io.ttalloc.natives.regions.RegionPublisher} is thread-safe; all other public classes are
 * immutable. Loaded by the application class loader of the monitor's own process. Does not depend
 * on commands, terminals or pages.
 */
@NullMarked
package io.ttalloc.natives.regions;

import org.jspecify.annotations.NullMarked;
