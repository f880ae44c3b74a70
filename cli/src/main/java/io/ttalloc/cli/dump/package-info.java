/**
 * Produces the report of a ledger, in the format that the user chose, and with suppressions, a
 * baseline and a heap dump if requested.
 *
 * <p>{@link io.ttalloc.cli.dump.LedgerDump} is the entry point for commands; {@link
 * io.ttalloc.cli.dump.FolderFormat} is implemented by a class in an optional JAR file. Used on the
 * main thread. Loaded by the application loader of the command line.
 */
@NullMarked
package io.ttalloc.cli.dump;

import org.jspecify.annotations.NullMarked;
