/**
 * Data of a run that other users could read: what ledgers and reports contain, and who can open
 * them.
 *
 * <p>Each test starts its own JVMs, with their files in its own folder.
 */
@NullMarked
package io.ttalloc.it.privacy;

import org.jspecify.annotations.NullMarked;
