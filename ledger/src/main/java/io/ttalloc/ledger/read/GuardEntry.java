package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.GuardLayout.*;

import org.jspecify.annotations.Nullable;

/**
 * A variable of a frame that stood inside a try statement when the process ended. What the
 * statement does when it is left, in a finally block for example, is its cleanup.
 *
 * @param line where the frame stood
 * @param type of the variable, as {@link Class#getTypeName} has it; null if it is unknown
 * @param field the only field of the variable that the cleanup reads; null if it uses the variable
 *     as a whole
 * @param used whether the cleanup uses it; otherwise it is only another variable of the frame
 * @param ofClass whether the type is a class; otherwise it is an interface or unknown
 * @param each whether it is no variable: the cleanup calls methods of the type in a loop, and so
 *     may close any number of such resources, if the method got them at one of the lines that
 *     {@code field} has, as {@code 12,14-20}
 * @param other whether the frame may have it there besides the variables of the try statement
 * @param slot the number of the variable in the class file and 1; 0 if it is not known exactly what
 *     the frame has there; {@link io.ttalloc.ledger.GuardLayout#GUARD_RESULTS} for any intermediate
 *     results
 */
public record GuardEntry(
    String className,
    String method,
    int line,
    @Nullable String type,
    @Nullable String field,
    boolean used,
    boolean ofClass,
    boolean each,
    boolean other,
    int slot) {
  static GuardEntry of(Payload record, Dictionary dictionary) {
    int flags = record.getInt(GUARD_FLAGS);
    return new GuardEntry(
        dictionary.text(record.getInt(GUARD_CLASS)),
        dictionary.text(record.getInt(GUARD_METHOD)),
        record.getInt(GUARD_LINE),
        dictionary.textOrNull(record.getInt(GUARD_TYPE)),
        dictionary.textOrNull(record.getInt(GUARD_FIELD)),
        (flags & GUARD_USED) != 0,
        (flags & GUARD_OF_CLASS) != 0,
        (flags & GUARD_EACH) != 0,
        (flags & GUARD_OTHER) != 0,
        flags >>> GUARD_SLOT_SHIFT & GUARD_SLOT_MASK);
  }
}
