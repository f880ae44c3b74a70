/**
 * Reconstructs from a ledger how device memory was used over time: which buffers were where and
 * when, which operations opened them, and what was open after each operation.
 *
 * <p>Used by {@link io.ttalloc.viewer}. Uses no clock, files or threads. Loaded together with the
 * command line.
 */
@NullMarked
package io.ttalloc.viewer.history;

import org.jspecify.annotations.NullMarked;
