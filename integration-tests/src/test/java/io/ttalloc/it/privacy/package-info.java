/**
 * Data of a run that others could read: the contents of ledgers and reports, and the users who may
 * open them.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.privacy;

import org.jspecify.annotations.NullMarked;
