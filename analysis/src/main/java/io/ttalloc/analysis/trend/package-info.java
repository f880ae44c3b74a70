/**
 * Whether what is open rises from cycle to cycle: statistics over counts, without knowledge of
 * verdicts or findings.
 *
 * <p>Used by {@code analysis.growth}. Pure functions of immutable values, so any thread may use
 * them. Loaded by the agent's own loader in a watched process, and by the monitor.
 */
@NullMarked
package io.ttalloc.analysis.trend;

import org.jspecify.annotations.NullMarked;
