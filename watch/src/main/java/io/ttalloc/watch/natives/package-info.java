/**
 * Describes processes that have no ledger and report their allocations in other ways, in one common
 * form for commands, metrics and web pages. The source of each number is kept. Numbers from
 * different sources are never added up, since two sources may report the same process.
 *
 * <p>An optional JAR file implements {@link io.ttalloc.watch.natives.NativePrograms}. Used by
 * commands, {@code io.ttalloc.serve}, {@code .top} and {@code .watch.ledgers}. Values are
 * immutable; {@link io.ttalloc.watch.natives.NativeWatch} asks a monitor on a thread of its own.
 * Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.watch.natives;

import org.jspecify.annotations.NullMarked;
