/**
 * Formats names, numbers and text of the application for human readers, in the same way in every
 * report and on every machine: independently of the locale, and without control characters. All
 * parts of the tool use {@link io.ttalloc.text.VisibleText} to show text from other programs. Also
 * parses what users write: file names, command lines, time spans.
 *
 * <p>Pure functions, thread-safe. Loaded by the agent's own loader and by the command line, never
 * by the boot loader.
 */
@NullMarked
package io.ttalloc.text;

import org.jspecify.annotations.NullMarked;
