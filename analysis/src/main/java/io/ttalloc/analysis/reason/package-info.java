/**
 * The reasons for the verdicts of findings, as values without any text: numbers, names, lines of
 * code, choices. The report formats put reasons into words. If a report shows several findings as
 * one, their reasons are added up.
 *
 * <p>Used by verdicts and report formats. Immutable and thread-safe. Loaded by the agent's own
 * loader and by the monitor.
 */
@NullMarked
package io.ttalloc.analysis.reason;

import org.jspecify.annotations.NullMarked;
