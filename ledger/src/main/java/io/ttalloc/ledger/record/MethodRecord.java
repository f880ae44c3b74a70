package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * The methods with one name in a class: what they return, and how the program can close the
 * returned object. The agent writes the record for methods that the program called to open a
 * resource that is still open at the end of the process.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  method, a text id
 *  8 u32  class that they return, or of the object on which they are called, a text id; 0 = none,
 *         or several
 * 12 u32  jar that contains them, a text id; 0 = unknown
 * 16 u32  flags
 * 20 u32  method that closes the object, a text id; 0 = none, or unknown
 * </pre>
 *
 * @param returned the class that all of them return; null if they return none, or several. If
 *     {@code calledOn}, the class of the object on which they are called. For constructors, the
 *     class that overrides the closing method of its superclass, perhaps without calling the
 *     overridden method; null if there is none
 * @param jar the name of the jar file that contains them; null if there is none, or it is unknown
 * @param givesNothing whether none of them returns anything that could contain a resource. For
 *     constructors, whether the new object owns the resource once the constructor has returned;
 *     then a resource without an owner was opened by a constructor that threw
 * @param closeable whether what {@code closer} closes is an {@link AutoCloseable}
 * @param ofCloser whether they are called on an object that has a close method
 * @param calledOn whether the program can close the object on which they are called, such as a
 *     stream of {@code java.util.stream} that opens its source only when it is read
 * @param closer the method without parameters that closes {@code returned} or the object that a
 *     constructor creates or, if {@code givesNothing} or {@code resultClosed}, the object on which
 *     they are called; null if there is none, or several
 * @param resultClosed whether every call of these methods that opened a resource which is still
 *     open is in a try statement that closes the returned object. For constructors, whether that
 *     statement closes only a wrapper around the new object, or calls a close method that is
 *     overridden
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
    @Nullable String closer,
    boolean resultClosed) {
  public static final int NUMBER = 26;

  public static final int BYTES = 24;
  public static final int MAX_ROWS = 1 << 10;

  private static final int GIVES_NOTHING = 1;
  private static final int CLOSEABLE = 2;
  private static final int OF_CLOSER = 4;
  private static final int CALLED_ON = 8;
  private static final int RESULT_CLOSED = 16;

  /** Writes the record; does nothing if there is no space for it. */
  public void write(Rows rows) {
    int classId = rows.name(className);
    int methodId = rows.name(method);
    int returnedId = returned == null ? 0 : rows.name(returned);
    int jarId = jar == null ? 0 : rows.name(jar);
    int flags =
        (givesNothing ? GIVES_NOTHING : 0)
            | (closeable ? CLOSEABLE : 0)
            | (ofCloser ? OF_CLOSER : 0)
            | (calledOn ? CALLED_ON : 0)
            | (resultClosed ? RESULT_CLOSED : 0);
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
        context.textOrNull(record.getInt(20)),
        (flags & RESULT_CLOSED) != 0);
  }
}
