/**
 * The texts that the archive for users has beside the jars: manual, completion script, bill of
 * materials.
 *
 * <p>Run by the build, on one thread; the jar that ships does not have it. The manual and the
 * script are made from the command's own model, so they cannot name an option that it does not
 * have.
 */
@NullMarked
package io.ttalloc.cli.archive;

import org.jspecify.annotations.NullMarked;
