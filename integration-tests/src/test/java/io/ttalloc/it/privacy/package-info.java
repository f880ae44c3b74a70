/**
 * Tests of the data of a run that other users could read: the contents of ledgers and reports, and
 * the permissions of their files.
 *
 * <p>Each test starts its own JVMs, with their files in its own folder.
 */
@NullMarked
package io.ttalloc.it.privacy;

import org.jspecify.annotations.NullMarked;
