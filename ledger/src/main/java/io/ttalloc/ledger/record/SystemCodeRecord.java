package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Code that rules declare as the system's own, without weaving it. A resource is infrastructure if
 * a frame of such code is on the stack that opened it.
 *
 * <pre>
 *  0 u32  classes, a text id
 *  4 u32  name of their method, a text id; 0 = all of their code
 * </pre>
 *
 * @param classes the name of a class, or the name of a package followed by {@code .*} or {@code
 *     .**}
 * @param method the name of a method of these classes; null for all of their code
 */
public record SystemCodeRecord(String classes, @Nullable String method) {
  public static final int NUMBER = 22;
  public static final int BYTES = 8;
  private static final int MAX_ROWS = 1 << 12;

  /** Writes the record; does nothing if there is no space for it. */
  public static void write(Rows rows, String classes, @Nullable String method) {
    int classesId = rows.name(classes);
    int methodId = method == null ? 0 : rows.name(method);
    if (classesId != 0 && (method == null || methodId != 0)) {
      boolean unused = rows.addOnce(NUMBER, MAX_ROWS, classesId, methodId);
    }
  }

  static SystemCodeRecord read(Payload record, RecordContext context) {
    return new SystemCodeRecord(
        context.text(record.getInt(0)), context.textOrNull(record.getInt(4)));
  }
}
