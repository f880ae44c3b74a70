/**
 * The verdicts on open resources. Each is a class that says when the verdict applies, what proves
 * it and what would free the resources. {@link io.ttalloc.analysis.verdict.Verdicts} defines their
 * order.
 *
 * <p>Verdicts are pure functions of facts; time is one of the facts. Used by the packages above it
 * in this module, from any thread. Loaded by the loader of the analysis, never by the boot loader.
 * This package has more classes than others because each verdict is a class.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
