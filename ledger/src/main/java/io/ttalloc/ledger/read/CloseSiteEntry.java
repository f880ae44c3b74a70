package io.ttalloc.ledger.read;

import java.util.List;

/**
 * A place from which resources of one tally were closed.
 *
 * @param count how many of the closes whose stacks were captured; not of all closes
 */
public record CloseSiteEntry(int tally, List<Frame> stack, long count) {}
