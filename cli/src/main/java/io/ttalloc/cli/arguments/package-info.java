/**
 * The arguments of commands: options that several commands share, converters for their values, and
 * the things that the values stand for, such as the ledger of a process or the JAR files of this
 * installation. A command throws a {@link io.ttalloc.cli.arguments.CommandFailure} if it cannot do
 * what was requested.
 *
 * <p>Used by the commands and by {@code io.ttalloc.cli.dump}, on the main thread. Loaded by the
 * application loader of the command line.
 */
@NullMarked
package io.ttalloc.cli.arguments;

import org.jspecify.annotations.NullMarked;
