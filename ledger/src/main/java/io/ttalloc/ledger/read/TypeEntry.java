package io.ttalloc.ledger.read;

/**
 * A type of resource: the rule's name for it and the class that was opened.
 *
 * @param holder it holds others (a cache, a pool) and is never a leak itself
 * @param owner it may own others: its rule has a scope
 * @param hasBytes its rule gives it a size
 * @param freesOwned closing it closes what it owns
 */
public record TypeEntry(
    String name,
    String className,
    boolean holder,
    boolean owner,
    boolean hasBytes,
    boolean freesOwned) {}
