package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A class that a rule declares as {@code holder: by-path}: only the heap shows what its objects
 * contain.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  the call that makes a holder release its contents, a text id; 0 = unknown
 * </pre>
 *
 * @param release the call that makes a holder release its contents; null if no rule specifies it
 */
public record HolderRecord(String name, @Nullable String release) {
  public static final int NUMBER = 25;
  public static final int BYTES = 8;
  private static final int MAX_ROWS = 1 << 10;

  /**
   * Writes the record, and keeps the class name where readers of a heap dump find it. Must not be
   * called by two threads at the same time.
   *
   * @param release null if no rule specifies it
   */
  public static void write(LedgerWriter ledger, String className, @Nullable String release) {
    Rows rows = ledger.rows();
    int classId = rows.name(className);
    int releaseId = release == null ? 0 : rows.name(release);
    if (classId != 0) {
      boolean unused = rows.addOnce(NUMBER, MAX_ROWS, classId, releaseId);
    }
    ledger.keepHolder(className, MAX_ROWS);
  }

  static HolderRecord read(Payload record, RecordContext context) {
    return new HolderRecord(context.text(record.getInt(0)), context.textOrNull(record.getInt(4)));
  }
}
