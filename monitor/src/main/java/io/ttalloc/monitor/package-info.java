/**
 * The command line {@code tt-alloc}: what a person types at a shell to run the demonstration under
 * the agent or to look at a ledger.
 *
 * <p>Nobody imports this package; it is entered by {@link io.ttalloc.monitor.Main}. It runs in a
 * JVM of its own, on the application class loader, on the main thread. The application that is
 * watched is another process: everything known of it comes from its ledger.
 *
 * <p>Exit status: 0, or 1 with one line that says what went wrong; 23 from {@code verify} if there
 * is a leak. {@code demo} gives that of the demonstration.
 */
@NullMarked
package io.ttalloc.monitor;

import org.jspecify.annotations.NullMarked;
