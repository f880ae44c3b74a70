/**
 * What findings are folded from: one open resource with all that is around it, containers, cycles,
 * and the evidence that sums what one finding stands for.
 *
 * <p>Used by the packages above it in this module. What sums keeps no object per resource and is
 * not thread-safe; what it gives out is immutable. Loaded by whichever loader has the analysis,
 * never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.fold;

import org.jspecify.annotations.NullMarked;
