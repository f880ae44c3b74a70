/**
 * The verdicts on open resources: one class each, which says when it applies, what proves it and
 * what would free the resources. {@link io.ttalloc.analysis.verdict.Verdicts} has their order.
 *
 * <p>Verdicts are pure functions of facts; time is one of the facts. Used by the packages above it
 * in this module, from any thread. Loaded by the loader of the analysis, never by the boot loader.
 * It has more classes than other packages because each verdict is a class.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
