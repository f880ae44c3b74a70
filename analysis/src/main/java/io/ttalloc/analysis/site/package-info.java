/**
 * Interprets stacks: which named site a stack belongs to, which frame is the user's own, and a
 * fingerprint that survives edits elsewhere in the file.
 *
 * <p>Used by the packages above it in this module. Immutable, pure and thread-safe. Loaded by the
 * loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.site;

import org.jspecify.annotations.NullMarked;
