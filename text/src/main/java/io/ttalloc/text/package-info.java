/**
 * Writes names, numbers and text of the application for people, the same in every report and on
 * every machine: no locale, no control characters. {@link io.ttalloc.text.VisibleText} is how all
 * parts of the tool show text that is not their own. Also reads what people write: names of files,
 * command lines, time spans.
 *
 * <p>Pure functions for any thread; loaded by the agent's own loader and by the command line, never
 * by the boot loader.
 */
@NullMarked
package io.ttalloc.text;

import org.jspecify.annotations.NullMarked;
