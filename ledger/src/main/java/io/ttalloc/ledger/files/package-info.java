/**
 * Ledger files on disk: their directory and names, whether their process is running, and how long
 * they are kept. Their content is written by {@code io.ttalloc.ledger.write} and read by {@code
 * io.ttalloc.ledger.read}.
 *
 * <p>Used by the agent and by monitors, from any thread, at start, at exit and on demand; never by
 * woven code. Loaded by the application's or the monitor's class loader, never by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.files;

import org.jspecify.annotations.NullMarked;
