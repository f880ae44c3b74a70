/**
 * The texts that the archive for users has beside the jars: manual, completion script, bill of
 * materials.
 *
 * <p>Run by the build, on one thread; nothing here ships. The manual and the script are made from
 * the command's own model, so they cannot name an option that it does not have.
 */
@NullMarked
package io.ttalloc.distribution;

import org.jspecify.annotations.NullMarked;
