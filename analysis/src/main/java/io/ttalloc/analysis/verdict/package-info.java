/**
 * The verdicts on open resources. Each verdict is a class that decides whether the verdict applies
 * to a resource, gives the evidence for it, and advises how to free the resource. {@link
 * io.ttalloc.analysis.verdict.Verdicts} defines the order of the verdicts.
 *
 * <p>Verdicts are pure functions of facts, and the time is one of these facts. Used by the packages
 * of this module that build on verdicts, from any thread. Loaded by the loader of the analysis,
 * never by the boot loader. This package has more classes than the other packages, because each
 * verdict is a class.
 */
@NullMarked
package io.ttalloc.analysis.verdict;

import org.jspecify.annotations.NullMarked;
