package io.ttalloc.ledger.record;

/**
 * A super type of a class whose objects are resources. Super types from the JDK are not recorded.
 * The probe writes the record.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  class that it extends, or interface that it implements, directly or not; a text id
 * </pre>
 */
public record SuperTypeRecord(String className, String superType) {
  public static final int NUMBER = 23;
  public static final int BYTES = 8;
  public static final int MAX_ROWS = 1 << 14;

  static SuperTypeRecord read(Payload record, RecordContext context) {
    return new SuperTypeRecord(context.text(record.getInt(0)), context.text(record.getInt(4)));
  }
}
