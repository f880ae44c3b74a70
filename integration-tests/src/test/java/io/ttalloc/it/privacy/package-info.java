/**
 * What a run leaves behind that others could read: what stands in ledgers and reports, and who may
 * open them.
 *
 * <p>Each test starts JVMs of its own, with their files in a folder of its own.
 */
@NullMarked
package io.ttalloc.it.privacy;

import org.jspecify.annotations.NullMarked;
