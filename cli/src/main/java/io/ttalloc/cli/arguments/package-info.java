/**
 * What commands take: options that several of them have, converters of their values, and what these
 * stand for: the ledger of a process, the jars of this installation. A {@link
 * io.ttalloc.cli.arguments.CommandFailure} is how a command says that it cannot be done.
 *
 * <p>Used by the commands and by {@code io.ttalloc.cli.dump}, on the main thread. Loaded by the
 * application loader of the command line.
 */
@NullMarked
package io.ttalloc.cli.arguments;

import org.jspecify.annotations.NullMarked;
