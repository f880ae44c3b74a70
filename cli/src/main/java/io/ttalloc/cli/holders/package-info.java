/**
 * What keeps resources reachable, from a heap dump that a running process is asked for or that the
 * user has.
 *
 * <p>{@link io.ttalloc.cli.holders.RunningHeap} and {@link io.ttalloc.cli.holders.HeapDumpFile} are
 * the entries; the commands of {@code io.ttalloc.cli} use them, on the main thread. Loaded by the
 * application loader of the command line's own process.
 */
@NullMarked
package io.ttalloc.cli.holders;

import org.jspecify.annotations.NullMarked;
