package io.ttalloc.ledger.record;

import java.util.List;

/**
 * A thread that was running when the process ended. The probe writes the record.
 *
 * <pre>
 *  0 u32  name, a text id; the same as in slots, not unique
 *  4 u32  stack, a record id
 *  8 i64  time just before the stack was captured, in nanoseconds, as in slots
 * </pre>
 *
 * @param name the name, the same as in slots; not unique
 * @param stack the frames, innermost first
 * @param takenNanos the time just before the stack was captured; comparable with the times in slots
 */
public record ThreadRecord(String name, List<Frame> stack, long takenNanos) {
  public static final int NUMBER = 14;
  public static final int BYTES = 16;

  /** The text that is recorded, here and in slots, for virtual threads without a name. */
  public static final String UNNAMED_VIRTUAL = "(virtual thread)";

  /** The text that is recorded for platform threads without a name. */
  public static final String UNNAMED = "(unnamed thread)";

  static ThreadRecord read(Payload record, RecordContext context) {
    return new ThreadRecord(
        context.text(record.getInt(0)), context.stack(record.getInt(4)), record.getLong(8));
  }
}
