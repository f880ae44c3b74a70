/**
 * The growth of open resources: the marks, the opening times of a finding's resources, and whether
 * the number of open resources rises.
 *
 * <p>Used by {@code analysis.fold} and {@code analysis.finding}. Not thread-safe. Loaded by the
 * agent's own loader in a watched process, and by the monitor.
 */
@NullMarked
package io.ttalloc.analysis.growth;

import org.jspecify.annotations.NullMarked;
