/**
 * The command line {@code tt-alloc}: runs programs under the agent, and reads the ledgers that they
 * leave.
 *
 * <p>Its entry point is {@link io.ttalloc.cli.Main}. It runs in a JVM of its own, on the
 * application class loader, on the main thread. The tracked application is another process, and
 * everything known about it comes from its ledger.
 *
 * <p>The exit status is 0, or 1 with one line that says what went wrong; {@code verify} and {@code
 * --fail-on=leak} have further statuses, and {@code demo} returns the status of the demonstration.
 */
@NullMarked
package io.ttalloc.cli;

import org.jspecify.annotations.NullMarked;
