/**
 * The facts of a ledger, gathered in one or two passes over its slots: owners, used memory,
 * lifetimes, the number of open resources over time, and calls that were still running. Contains no
 * verdicts.
 *
 * <p>Used by the packages above it in this module. Memory is bounded by the number of regions and
 * owners; there is never an object per open resource. Immutable once built, and then thread-safe.
 * Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.facts;

import org.jspecify.annotations.NullMarked;
