package io.ttalloc.ledger.read;

import io.ttalloc.ledger.MisuseKind;
import java.util.List;

/**
 * A wrong use of resources of one type, with both stacks.
 *
 * @param first the earlier event (the opening or the first close); empty if it was not captured
 * @param second the wrong event
 */
public record MisuseEntry(
    MisuseKind kind, TypeEntry type, List<Frame> first, List<Frame> second, long count) {}
