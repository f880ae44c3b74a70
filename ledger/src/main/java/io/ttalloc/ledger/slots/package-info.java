/**
 * The slots of live resources: handed out to threads in batches, published, extended and freed.
 *
 * <p>Used by {@code write}, and by {@code probe} on the hook path. Thread-safe unless a method says
 * otherwise. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.ledger.slots;

import org.jspecify.annotations.NullMarked;
