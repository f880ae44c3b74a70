/**
 * Follows the counters and recent events of a ledger while its process writes to it, without
 * reading slots and stacks.
 *
 * <p>Used by {@code agent} and the monitor, each watch on one thread; loaded by the agent's own or
 * the monitor's class loader, never by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.watch;

import org.jspecify.annotations.NullMarked;
