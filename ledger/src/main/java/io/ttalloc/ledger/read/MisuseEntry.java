package io.ttalloc.ledger.read;

import io.ttalloc.ledger.MisuseKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A misuse of resources of one type, with both stacks.
 *
 * @param first the earlier event (the opening or the first close); empty if it was not captured
 * @param second the wrong event
 * @param detail what else a reader of the report must know, or null
 * @param label what the resource calls itself (a path), or null; of several resources the first
 * @param moreLabels whether others have another label
 */
public record MisuseEntry(
    MisuseKind kind,
    TypeEntry type,
    List<Frame> first,
    List<Frame> second,
    long count,
    @Nullable String detail,
    @Nullable String label,
    boolean moreLabels) {}
