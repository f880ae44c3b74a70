/**
 * Folds a ledger into facts: who owns whom, what is to be judged for itself, how much is open, how
 * long resources lived. Nothing here judges.
 *
 * <p>Used by the other packages of this module only. Memory is bounded by regions and owners, never
 * by an object per live resource. A snapshot does not change once it is built and may be read by
 * any thread; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.snapshot;

import org.jspecify.annotations.NullMarked;
