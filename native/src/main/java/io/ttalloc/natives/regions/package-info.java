/**
 * The memory regions of TT-Metal: a file for each chip in shared memory, in which processes note
 * how much they have allocated. Reads those of other processes, and keeps such files for processes
 * that cannot do so themselves.
 *
 * <p>Used by commands that show or publish them. {@link io.ttalloc.natives.regions.RegionPublisher}
 * may be called by any thread, all else is immutable. In the monitor's own process, on its
 * application class loader. Knows nothing of commands, terminals or pages.
 */
@NullMarked
package io.ttalloc.natives.regions;

import org.jspecify.annotations.NullMarked;
