/**
 * What happens at marks and at the end: the allocators' own numbers are sampled, and at exit the
 * ledger is read, judged and reported.
 *
 * <p>Used by the agent alone. The end runs on the thread that ends the JVM, after the application's
 * own shutdown hooks, and takes as little time as it can.
 */
@NullMarked
package io.ttalloc.agent.exit;

import org.jspecify.annotations.NullMarked;
