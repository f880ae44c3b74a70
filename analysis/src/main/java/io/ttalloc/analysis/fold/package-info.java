/**
 * The parts of findings: an open resource with the facts about it, containers, owners, and the
 * evidence that sums up the resources of one finding.
 *
 * <p>Used by the packages above it in this module. The classes that sum keep no object per resource
 * and are not thread-safe; their results are immutable. Loaded by the loader of the analysis, never
 * by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.fold;

import org.jspecify.annotations.NullMarked;
