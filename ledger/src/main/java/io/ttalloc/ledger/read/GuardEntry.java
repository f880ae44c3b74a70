package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.GuardLayout.*;

import org.jspecify.annotations.Nullable;

/**
 * What the cleanup of a try statement uses in which a frame stood when the process ended. The
 * cleanup is what the statement does when it is left, in a finally block for example.
 *
 * @param line where the frame stood
 * @param type of the variable that it uses, as {@link Class#getTypeName} has it; null if it is
 *     unknown
 * @param ofClass whether the type is a class; otherwise it is an interface or unknown
 * @param each whether the cleanup calls methods of the type in a loop, and so may close any number
 *     of such resources; otherwise it uses one variable
 * @param lines if {@code each}, where the method may have got what it closes so, as {@code
 *     12,14-20}; else null
 */
public record GuardEntry(
    String className,
    String method,
    int line,
    @Nullable String type,
    boolean ofClass,
    boolean each,
    @Nullable String lines) {
  static GuardEntry of(Payload record, Dictionary dictionary) {
    int flags = record.getInt(GUARD_FLAGS);
    return new GuardEntry(
        dictionary.text(record.getInt(GUARD_CLASS)),
        dictionary.text(record.getInt(GUARD_METHOD)),
        record.getInt(GUARD_LINE),
        dictionary.textOrNull(record.getInt(GUARD_TYPE)),
        (flags & GUARD_OF_CLASS) != 0,
        (flags & GUARD_EACH) != 0,
        dictionary.textOrNull(record.getInt(GUARD_LINES)));
  }
}
