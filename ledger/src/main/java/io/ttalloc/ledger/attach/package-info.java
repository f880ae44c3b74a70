/**
 * The messages between the command {@code attach} and the agent in the process that it attaches to:
 * a request and an answer, each a file in a folder that only the user can enter. Files are used
 * because the argument of an agent is limited to a thousand characters, and the result of an agent
 * is only a number.
 *
 * <p>Used by the agent on the thread on which the JVM calls it, and by the command line. Loaded by
 * the application's or the monitor's class loader, never by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.attach;

import org.jspecify.annotations.NullMarked;
