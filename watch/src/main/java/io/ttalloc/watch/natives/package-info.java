/**
 * Processes that have no ledger and report what they have allocated in another way, in one form
 * that commands, metrics and pages show. Each number keeps its source; nothing is added up over
 * sources, since both may tell of the same process.
 *
 * <p>Used by commands, {@code io.ttalloc.natives}, {@code .serve}, {@code .top} and {@code
 * .watch.ledgers}. Values are immutable; any thread. On the application class loader of the command
 * line.
 */
@NullMarked
package io.ttalloc.watch.natives;

import org.jspecify.annotations.NullMarked;
