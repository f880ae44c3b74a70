package io.ttalloc.ledger.read;

import java.util.List;

/**
 * Closes of resources of one tally, from one stack, that came after the limit of their type.
 *
 * @param stack that closed them, or gave them back to a cache; empty if it was not captured
 * @param longestNanos by how much the latest of them came after its limit
 */
public record LateCloseEntry(int tally, List<Frame> stack, long count, long longestNanos) {}
