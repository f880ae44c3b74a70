/**
 * Runs programs under the agent, reads their JSON reports and ledgers, and defines the resource
 * that many of these programs open and close. The test classes of a build share runs of the
 * demonstration.
 *
 * <p>Any integration test may use this package, on its own thread. Reading a ledger here asserts
 * that no hook failed, unless a test explicitly allows failed hooks.
 */
@NullMarked
package io.ttalloc.it.evidence;

import org.jspecify.annotations.NullMarked;
