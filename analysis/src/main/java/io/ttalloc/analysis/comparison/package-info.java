/**
 * What differs between two reports, and how that is told as text and as JSON.
 *
 * <p>Pure. Used by the monitor, from any thread; loaded by whichever loader has the analysis, never
 * by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.comparison;

import org.jspecify.annotations.NullMarked;
