package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;

/**
 * A class that rules name but that was not woven as they specify.
 *
 * <pre>
 *  0 u32  class, a text id
 * </pre>
 */
public record NotWovenRecord(String className) {
  public static final int NUMBER = 24;
  public static final int BYTES = 4;

  /** The maximum number of records; further classes are not recorded. */
  public static final int MAX_ROWS = 1_000;

  /** Writes the record; does nothing if there is no space for it. */
  public static void write(Rows rows, String className) {
    int classId = rows.name(className);
    if (classId != 0) {
      boolean unused = rows.addOnce(NUMBER, MAX_ROWS, classId);
    }
  }

  static NotWovenRecord read(Payload record, RecordContext context) {
    return new NotWovenRecord(context.text(record.getInt(0)));
  }
}
