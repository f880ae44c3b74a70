/**
 * Processes that have no ledger and report what they have allocated in another way, in one form
 * that commands, metrics and pages show. Each number keeps its source; nothing is added up over
 * sources, since both may report the same process.
 *
 * <p>An optional jar brings {@link io.ttalloc.watch.natives.NativePrograms}. Used by commands,
 * {@code io.ttalloc.serve}, {@code .top} and {@code .watch.ledgers}. Values are immutable; {@link
 * io.ttalloc.watch.natives.NativeWatch} has a thread that asks a monitor. On the application class
 * loader of the command line.
 */
@NullMarked
package io.ttalloc.watch.natives;

import org.jspecify.annotations.NullMarked;
