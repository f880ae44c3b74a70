/**
 * Judges open resources and folds the resources of one type, stack and verdict into findings, each
 * with its evidence, fix and growth.
 *
 * <p>Used by the reports and by callers of the analysis. Findings are immutable and thread-safe;
 * their builders keep no object per resource and are not thread-safe. Loaded by the loader of the
 * analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.finding;

import org.jspecify.annotations.NullMarked;
