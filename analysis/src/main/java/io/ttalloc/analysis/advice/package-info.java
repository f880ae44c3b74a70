/**
 * Advice on how to free the resources of a finding, as values without any text: calls, classes and
 * lines of code. The text is written where a report is written.
 *
 * <p>Used by verdicts and report formats. Immutable and thread-safe. Loaded by the agent's own
 * loader and by the monitor.
 */
@NullMarked
package io.ttalloc.analysis.advice;

import org.jspecify.annotations.NullMarked;
