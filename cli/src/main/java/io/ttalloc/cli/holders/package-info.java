/**
 * Finds what keeps resources reachable, using a heap dump that is requested from a running process
 * or provided by the user.
 *
 * <p>{@link io.ttalloc.cli.holders.RunningHeap} and {@link io.ttalloc.cli.holders.HeapDumpFile} are
 * the entry points, used by the commands of {@code io.ttalloc.cli} on the main thread. Loaded by
 * the application loader of the command line's own process.
 */
@NullMarked
package io.ttalloc.cli.holders;

import org.jspecify.annotations.NullMarked;
