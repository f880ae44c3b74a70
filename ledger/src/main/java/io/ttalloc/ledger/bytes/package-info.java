/**
 * The bytes of a ledger: the file, its header, and its records in memory. Nothing in the bytes is
 * trusted.
 *
 * <p>Used only by {@code ledger.read} and {@code ledger.watch}, except for the types that report
 * progress and failure to readers; loaded by the agent's own or the monitor's class loader, never
 * by the boot loader. Not thread-safe unless a class says so.
 */
@NullMarked
package io.ttalloc.ledger.bytes;

import org.jspecify.annotations.NullMarked;
