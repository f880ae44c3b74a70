/**
 * The mapped file, as its writer has it: segments that are added as they are needed, areas of
 * records in them, hash indexes over such areas, and access to single words.
 *
 * <p>Used by {@code slots} and {@code write}. Safe for any thread unless a method says otherwise.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.mapped;

import org.jspecify.annotations.NullMarked;
