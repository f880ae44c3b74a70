/**
 * The growth of open resources: the marks and the times at which those of a finding were opened,
 * and whether their number rises with them.
 *
 * <p>Used by {@code analysis.fold} and {@code analysis.finding}. Not thread-safe. Loaded by the
 * agent's own loader in a watched process, and by the monitor.
 */
@NullMarked
package io.ttalloc.analysis.growth;

import org.jspecify.annotations.NullMarked;
