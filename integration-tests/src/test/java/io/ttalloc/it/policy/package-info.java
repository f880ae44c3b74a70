/**
 * Tests of everything derived from findings: exit statuses, suppressions, marks, baselines,
 * comparisons and {@code verify}.
 *
 * <p>Each test starts its own JVMs, with their files in its own folder.
 */
@NullMarked
package io.ttalloc.it.policy;

import org.jspecify.annotations.NullMarked;
