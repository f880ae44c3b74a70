/**
 * Judges what is still open: which verdict each resource gets, what proves it, what would free it,
 * and how resources of one type, stack and verdict fold into one finding.
 *
 * <p>A verdict is a pure function of a snapshot: time is in the snapshot. To add one, add it to
 * {@link io.ttalloc.analysis.verdict.Verdict}, write its rule in {@code Rules} and what it says in
 * {@code Explanation}. Used by the report package and by callers of the analysis, from any thread;
 * loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
