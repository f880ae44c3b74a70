/**
 * What a ledger shows of memory on devices over time: which buffers were where and when, by which
 * operations, and what was there after each operation.
 *
 * <p>Used by {@link io.ttalloc.viewer}. Pure: no clock, no files, no threads. Loaded with the
 * command line.
 */
@NullMarked
package io.ttalloc.viewer.history;

import org.jspecify.annotations.NullMarked;
