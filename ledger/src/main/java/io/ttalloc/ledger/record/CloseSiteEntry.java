package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.*;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stack from which resources of one tally were closed.
 *
 * @param count the number of captured closes from this stack
 */
public record CloseSiteEntry(int tally, List<Frame> stack, long count) {
  /** Reads a close site; null if it has not been counted yet. */
  static @Nullable CloseSiteEntry read(Payload record, RecordContext context) {
    long count = record.getCount(CLOSE_SITE_COUNT);
    return count == 0
        ? null
        : new CloseSiteEntry(
            record.getInt(CLOSE_SITE_TALLY), context.stack(record.getInt(CLOSE_SITE_STACK)), count);
  }
}
