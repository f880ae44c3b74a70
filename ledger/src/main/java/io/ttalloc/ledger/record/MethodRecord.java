package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets from the methods of one name, by which the program had something opened that
 * is left at the end of the process. The agent writes it.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  method, a text id
 *  8 u32  class that they return, or of the object on which they are called, a text id; 0 = none,
 *         or several
 * 12 u32  jar that has them, a text id; 0 = unknown
 * 16 u32  flags
 * 20 u32  method that closes it, a text id; 0 = none, or unknown
 * </pre>
 *
 * @param returned the class that all of them return; null if they return none, or several. If
 *     {@code calledOn}, the class of the object on which they are called
 * @param jar the name of the file that has them; null if it is none, or unknown
 * @param givesNothing whether none of them returns anything that could have a resource; of
 *     constructors, whether the object that they make would own it, so that what has no owner is of
 *     one that threw
 * @param closeable whether {@code returned}, or the object that a constructor makes, is an {@link
 *     AutoCloseable}
 * @param ofCloser whether they are called on an object that has a method which closes it
 * @param calledOn whether what the program can close is the object on which they are called, as a
 *     stream of {@code java.util.stream} that opens what it reads only when it is read
 * @param closer the method without parameters that closes {@code returned} or the object that a
 *     constructor makes or, if the methods give nothing, the object on which they are called; null
 *     if there is none, or several
 */
public record MethodRecord(
    String className,
    String method,
    @Nullable String returned,
    @Nullable String jar,
    boolean givesNothing,
    boolean closeable,
    boolean ofCloser,
    boolean calledOn,
    @Nullable String closer) {
  public static final int NUMBER = 26;

  /** The least length: a ledger of an earlier version has no {@code closer}. */
  public static final int BYTES = 20;

  public static final int MAX_ROWS = 1 << 10;

  private static final int GIVES_NOTHING = 1;
  private static final int CLOSEABLE = 2;
  private static final int OF_CLOSER = 4;
  private static final int CALLED_ON = 8;

  /** Writes it; does nothing if there is no room for it. */
  public void write(Rows rows) {
    int classId = rows.name(className);
    int methodId = rows.name(method);
    int returnedId = returned == null ? 0 : rows.name(returned);
    int jarId = jar == null ? 0 : rows.name(jar);
    int flags =
        (givesNothing ? GIVES_NOTHING : 0)
            | (closeable ? CLOSEABLE : 0)
            | (ofCloser ? OF_CLOSER : 0)
            | (calledOn ? CALLED_ON : 0);
    if (classId != 0 && methodId != 0) {
      int closerId = closer == null ? 0 : rows.name(closer);
      boolean unused =
          rows.add(NUMBER, MAX_ROWS, classId, methodId, returnedId, jarId, flags, closerId);
    }
  }

  static MethodRecord read(Payload record, RecordContext context) {
    int flags = record.getInt(16);
    return new MethodRecord(
        context.text(record.getInt(0)),
        context.text(record.getInt(4)),
        context.textOrNull(record.getInt(8)),
        context.textOrNull(record.getInt(12)),
        (flags & GIVES_NOTHING) != 0,
        (flags & CLOSEABLE) != 0,
        (flags & OF_CLOSER) != 0,
        (flags & CALLED_ON) != 0,
        record.length() < BYTES + Integer.BYTES ? null : context.textOrNull(record.getInt(BYTES)));
  }
}
