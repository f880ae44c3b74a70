/**
 * The consequences of findings: exit statuses, suppressions, marks, baselines, comparisons and
 * {@code verify}.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.policy;

import org.jspecify.annotations.NullMarked;
