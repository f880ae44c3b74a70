package io.ttalloc.ledger.record;

import java.util.List;

/**
 * A thread that ran when the process ended. The probe writes it.
 *
 * <pre>
 *  0 u32  name, a text id; the name in slots, not unique
 *  4 u32  stack, a record id
 *  8 i64  just before the stack was taken, in nanoseconds as slots have them
 * </pre>
 *
 * @param name as slots have it; not unique
 * @param stack innermost first
 * @param takenNanos just before the stack was taken; comparable with the times of slots
 */
public record ThreadRecord(String name, List<Frame> stack, long takenNanos) {
  public static final int NUMBER = 14;
  public static final int BYTES = 16;

  /** The name of virtual threads that have none, also in slots. */
  public static final String UNNAMED_VIRTUAL = "(virtual thread)";

  /** The name of other threads that have none. */
  public static final String UNNAMED = "(unnamed thread)";

  static ThreadRecord read(Payload record, RecordContext context) {
    return new ThreadRecord(
        context.text(record.getInt(0)), context.stack(record.getInt(4)), record.getLong(8));
  }
}
