/**
 * The facts of a ledger, gathered in one pass over its slots: owners, used memory, lifetimes, the
 * number of open resources over time, the calls that still ran. No verdicts.
 *
 * <p>Used by the packages above it in this module. Memory is bounded by regions and owners, never
 * by an object per open resource. Immutable once built and then for any thread; loaded by whichever
 * loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.facts;

import org.jspecify.annotations.NullMarked;
