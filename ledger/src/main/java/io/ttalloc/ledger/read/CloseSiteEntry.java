package io.ttalloc.ledger.read;

import java.util.List;

/**
 * A stack from which resources of one tally were closed.
 *
 * @param count closes from this stack, of those whose stacks were captured
 */
public record CloseSiteEntry(int tally, List<Frame> stack, long count) {}
