package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * The variables used by the cleanup of a try statement that a frame was in when the process ended.
 * The cleanup is the code that runs whenever the statement is left, for example its finally block.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  method, a text id
 *  8 s32  line of the frame
 * 12 u32  type of the object that the cleanup uses, a text id; 0 = unknown
 * 16 u32  lines, a text id such as {@code 12,14-20}; 0 = any
 * 20 u32  flags
 * </pre>
 *
 * @param line the line of the frame
 * @param type the type of the variable that the cleanup uses, in the form of {@link
 *     Class#getTypeName}; null if unknown
 * @param ofClass whether the type is a class; otherwise it is an interface or unknown
 * @param each whether the cleanup calls methods of the type in a loop, and so may close any number
 *     of such resources; otherwise it uses one variable
 * @param made whether the method has created the object that the cleanup closes, so that it did not
 *     get the object from its caller
 * @param fromCall whether some of the lines call a method, which may open what it returns, or
 *     return something that was opened before
 * @param lines the lines where the method may have obtained the object that the cleanup closes;
 *     null for any
 */
public record GuardRecord(
    String className,
    String method,
    int line,
    @Nullable String type,
    boolean ofClass,
    boolean each,
    boolean made,
    boolean fromCall,
    @Nullable LineRanges lines) {
  public static final int NUMBER = 19;
  public static final int BYTES = 24;
  public static final int MAX_ROWS = 1 << 13;

  /** Flag: the type is a class, not an interface. */
  public static final int OF_CLASS = 1;

  /** Flag: the cleanup calls methods of the type in a loop. */
  public static final int EACH = 2;

  /** Flag: the method has created the object that the cleanup closes. */
  public static final int MADE = 4;

  /** Flag: some of the lines call a method. */
  public static final int FROM_CALL = 8;

  /** Writes the record; does nothing if there is no space for it. */
  public void write(Rows rows) {
    int classId = rows.name(className);
    int methodId = rows.name(method);
    int typeId = type == null ? 0 : rows.name(type);
    int linesId = lines == null ? 0 : rows.name(lines.toString());
    int flags = (ofClass ? OF_CLASS : 0) | (each ? EACH : 0);
    flags |= (made ? MADE : 0) | (fromCall ? FROM_CALL : 0);
    if (classId != 0 && methodId != 0 && (lines == null || linesId != 0)) {
      boolean unused = rows.add(NUMBER, MAX_ROWS, classId, methodId, line, typeId, linesId, flags);
    }
  }

  static GuardRecord read(Payload record, RecordContext context) {
    int flags = record.getInt(20);
    String lines = context.textOrNull(record.getInt(16));
    return new GuardRecord(
        context.text(record.getInt(0)),
        context.text(record.getInt(4)),
        record.getInt(8),
        context.textOrNull(record.getInt(12)),
        (flags & OF_CLASS) != 0,
        (flags & EACH) != 0,
        (flags & MADE) != 0,
        (flags & FROM_CALL) != 0,
        lines == null ? null : LineRanges.parse(lines));
  }
}
