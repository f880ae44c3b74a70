/**
 * Runs programs under the agent, reads their JSON reports and ledgers, and defines the resource
 * that many of these programs open and close. The test classes of a build share runs of the
 * demonstration.
 *
 * <p>Any integration test may use this package, on its own thread. Reading a ledger here always
 * asserts that no hook failed, so no test can forget to do so.
 */
@NullMarked
package io.ttalloc.it.evidence;

import org.jspecify.annotations.NullMarked;
