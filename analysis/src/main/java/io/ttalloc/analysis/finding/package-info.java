/**
 * Judges open resources and folds those of one type, stack and verdict into findings, each with its
 * evidence, fix and growth.
 *
 * <p>Used by the reports and by callers of the analysis. Findings are immutable and may be read by
 * any thread; what builds them keeps no object per resource and is not thread-safe. Loaded by
 * whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.finding;

import org.jspecify.annotations.NullMarked;
