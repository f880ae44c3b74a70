/**
 * Generates the documents that the user archive contains in addition to the JAR files: manual page,
 * completion script, bill of materials.
 *
 * <p>Run by the build, on one thread, and not part of the shipped JAR file. The manual and the
 * script are generated from the command's own model, so they cannot name an option that does not
 * exist.
 */
@NullMarked
package io.ttalloc.cli.archive;

import org.jspecify.annotations.NullMarked;
