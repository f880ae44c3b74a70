/**
 * Findings as weighted stacks: what formats for flame graphs share.
 *
 * <p>Used by the formats beside it only. Pure functions of a report, for any thread; loaded by
 * whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.report.stacks;

import org.jspecify.annotations.NullMarked;
