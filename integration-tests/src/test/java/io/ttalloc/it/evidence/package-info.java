/**
 * Runs under the agent and what they left behind: the JSON report and the ledgers; and what many
 * programs open and close. Runs of the demonstration are shared by the test classes of a build.
 *
 * <p>Any integration test may use it, on its own thread. Reading a ledger here always asserts that
 * no hook failed, so no test can forget it.
 */
@NullMarked
package io.ttalloc.it.evidence;

import org.jspecify.annotations.NullMarked;
