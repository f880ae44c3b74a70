/**
 * The verdicts on open resources: one class each, which says when it applies, what proves it and
 * what would free them. {@link io.ttalloc.analysis.verdict.Verdicts} has their order.
 *
 * <p>Verdicts are pure functions of facts: time is in the facts. Used by the packages above it in
 * this module, from any thread; loaded by whichever loader has the analysis, never by the boot
 * loader. It has more classes than other packages, because each verdict is one.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
