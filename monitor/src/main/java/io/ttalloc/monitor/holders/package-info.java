/**
 * What keeps resources reachable, from a heap dump that a running process is asked for or that the
 * user has.
 *
 * <p>{@link io.ttalloc.monitor.holders.RunningHeap} and {@link
 * io.ttalloc.monitor.holders.HeapDumpFile} are the entries; the commands of {@code
 * io.ttalloc.monitor} use them, on the main thread. Loaded by the application loader of the command
 * line's own process.
 */
@NullMarked
package io.ttalloc.monitor.holders;

import org.jspecify.annotations.NullMarked;
