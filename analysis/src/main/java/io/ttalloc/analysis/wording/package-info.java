/**
 * Writes names, numbers and text of the application for people, the same in every report and on
 * every machine: no locale, no control characters.
 *
 * <p>Used by the other packages of this module only; pure functions for any thread; loaded by
 * whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.wording;

import org.jspecify.annotations.NullMarked;
