/**
 * Reads meaning out of a stack: which named site it is, which frame is the user's own, and an
 * identity that survives edits elsewhere in the file.
 *
 * <p>Used by the other packages of this module only. Everything is immutable and pure, so any
 * thread may call it; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.stack;

import org.jspecify.annotations.NullMarked;
