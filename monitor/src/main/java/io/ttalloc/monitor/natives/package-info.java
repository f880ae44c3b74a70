/**
 * TT-Metal's own processes, which have no ledger: what the allocation socket and the memory regions
 * tell of them, in one form that commands, metrics and pages show. Each number keeps its source;
 * nothing is added up over sources, since both may tell of the same process.
 *
 * <p>Used by commands, {@code io.ttalloc.monitor.serve}, {@code .metrics}, {@code .ledgers} and
 * {@code .top}. Values are immutable; {@link io.ttalloc.monitor.natives.NativeWatch} has a thread
 * that asks a monitor. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.monitor.natives;

import org.jspecify.annotations.NullMarked;
