package io.ttalloc.analysis.snapshot;

import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;

/**
 * All that one stack opened of one type since the start, whether or not it is still open.
 *
 * @param tally id of the tally that counted it
 * @param stack innermost first; empty if stacks were not captured
 */
public record Opened(int tally, TypeEntry type, List<Frame> stack, long opened, long closed) {}
