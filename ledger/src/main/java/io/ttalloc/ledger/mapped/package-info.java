/**
 * The memory-mapped file as the writer uses it: segments that are added on demand, areas of records
 * in them, hash indexes over these areas, and access to single words.
 *
 * <p>Used by {@code slots} and {@code write}. Thread-safe unless a method says otherwise. Loaded by
 * the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.mapped;

import org.jspecify.annotations.NullMarked;
