/**
 * From the ledger that a user named to a report in the format that they chose, with suppressions, a
 * baseline and a look into the heap.
 *
 * <p>{@link io.ttalloc.cli.dump.LedgerDump} is the entry for commands, {@link
 * io.ttalloc.cli.dump.FolderFormat} what an optional jar brings. On the main thread; loaded by the
 * application loader of the command line.
 */
@NullMarked
package io.ttalloc.cli.dump;

import org.jspecify.annotations.NullMarked;
