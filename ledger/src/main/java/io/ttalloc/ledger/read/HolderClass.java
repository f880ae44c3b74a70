package io.ttalloc.ledger.read;

import org.jspecify.annotations.Nullable;

/**
 * A class whose objects are holders, and of which the heap tells the contents.
 *
 * @param release the call that makes one give up what it holds; null if no rule says it
 */
public record HolderClass(String name, @Nullable String release) {}
