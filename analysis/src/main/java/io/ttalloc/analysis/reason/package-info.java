/**
 * Why findings have their verdicts, as values without a word of English: numbers, names, lines of
 * code, choices. They are worded where a report is written, and added up where it shows several
 * findings as one.
 *
 * <p>Used by verdicts and report formats. Immutable; any thread, the agent's own loader and the
 * monitor.
 */
@NullMarked
package io.ttalloc.analysis.reason;

import org.jspecify.annotations.NullMarked;
