/**
 * What a run left behind, as tests read it: its JSON report and the ledgers in its folder.
 *
 * <p>Any integration test may use it, on its own thread. Reading a ledger here always asserts that
 * no hook failed, so no test can forget it.
 */
@NullMarked
package io.ttalloc.it.evidence;

import org.jspecify.annotations.NullMarked;
