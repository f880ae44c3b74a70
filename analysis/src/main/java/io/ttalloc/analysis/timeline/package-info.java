/**
 * How the open bytes of each device changed over time, from running totals, recent events and what
 * is still open.
 *
 * <p>Used by the other packages of this module only. Not thread-safe while it is built, immutable
 * afterwards; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.timeline;

import org.jspecify.annotations.NullMarked;
