package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.MisuseKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A misuse of resources of one type, with the stacks of the misuse and of an earlier event.
 *
 * @param first the stack of the earlier event (the opening or the first close); empty if it was not
 *     captured
 * @param second the stack of the misuse
 * @param detail further information for the reader of a report, or null
 * @param label the resource's own name, such as a path, or null; for several resources, the label
 *     of the first
 * @param moreLabels whether some of the other resources have different labels
 */
public record MisuseEntry(
    MisuseKind kind,
    TypeEntry type,
    List<Frame> first,
    List<Frame> second,
    long count,
    @Nullable String detail,
    @Nullable String label,
    boolean moreLabels) {
  /**
   * Reads a misuse; null if it has not been counted yet, or if its kind is unknown, which is
   * damage.
   */
  static @Nullable MisuseEntry read(Payload record, RecordContext context) {
    int code = record.getInt(MISUSE_KIND);
    MisuseKind kind = MisuseKind.ofCode(code);
    if (kind == null) {
      context.ignored(
          String.format(
              "the misuse at 0x%x has the unknown kind %d", recordPosition(record.id()), code));
      return null;
    }
    if (record.getCount(MISUSE_COUNT) == 0) {
      return null;
    }
    int label = record.getInt(MISUSE_LABEL);
    return new MisuseEntry(
        kind,
        context.type(record.getInt(MISUSE_TYPE)),
        context.stack(record.getInt(MISUSE_FIRST_STACK)),
        context.stack(record.getInt(MISUSE_SECOND_STACK)),
        record.getCount(MISUSE_COUNT),
        context.textOrNull(record.getInt(MISUSE_DETAIL)),
        context.textOrNull(label & ~MISUSE_MORE_LABELS),
        (label & MISUSE_MORE_LABELS) != 0);
  }
}
