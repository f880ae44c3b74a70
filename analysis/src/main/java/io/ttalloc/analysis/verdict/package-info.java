/**
 * Judges one open resource at a time: which verdict it gets and which owner decided that.
 *
 * <p>A verdict is a pure function of a snapshot: time is in the snapshot. To add one, add it to
 * {@link io.ttalloc.analysis.verdict.Verdict} and write its rule in {@link
 * io.ttalloc.analysis.verdict.Verdicts}; what it says to people is in the finding package. Used by
 * the other packages of this module, from any thread; loaded by whichever loader has the analysis,
 * never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
