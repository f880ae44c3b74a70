/**
 * Advice that would free the resources of a finding, as values without a word of English: calls,
 * classes and lines of code. They are worded where a report is written.
 *
 * <p>Used by verdicts and report formats. Immutable; any thread, the agent's own loader and the
 * monitor.
 */
@NullMarked
package io.ttalloc.analysis.advice;

import org.jspecify.annotations.NullMarked;
