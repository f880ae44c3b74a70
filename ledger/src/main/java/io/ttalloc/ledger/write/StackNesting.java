package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.MAX_FRAMES;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;

import io.ttalloc.ledger.mapped.RecordArea;
import java.nio.MappedByteBuffer;

/**
 * Compares two recorded stacks to find out whether one may belong to a call made by the innermost
 * method of the other. In that case, the callers of that method are the same in both stacks; the
 * method itself may be at different lines.
 *
 * <p>Not on the fast path. Different calls from one line have equal stacks, so a positive result
 * means only that the stack may belong to such a call. Stateless.
 */
final class StackNesting {
  private StackNesting() {}

  /**
   * Returns how many calls deeper the inner stack is than the outer stack; 0 if both stacks have
   * the same innermost method; -1 if the inner stack cannot belong to a call made by the outer
   * stack's innermost method.
   *
   * @param inner a stack's id, not 0
   * @param outer a stack's id, not 0
   */
  static int callsBetween(RecordArea records, int inner, int outer) {
    int[] below = numbers(records, inner, MAX_FRAMES);
    int[] above = numbers(records, outer, MAX_FRAMES);
    boolean cut = below.length == MAX_FRAMES;
    int min = cut ? 0 : below.length - above.length;
    int max = cut ? below.length - 1 : min;
    for (int calls = Math.max(0, min); calls <= max; calls++) {
      if (isUnder(records, below, calls, above)) {
        return calls;
      }
    }
    return -1;
  }

  /**
   * Whether a stack without its {@code calls} innermost frames equals another stack, as far as both
   * are recorded. The innermost of the compared frames may be at different lines.
   */
  private static boolean isUnder(RecordArea records, int[] below, int calls, int[] above) {
    int common = Math.min(below.length - calls, above.length);
    if (common == 0 || !isSameMethod(records, below[calls], above[0])) {
      return false;
    }
    for (int i = 1; i < common; i++) {
      if (below[calls + i] != above[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameMethod(RecordArea records, int frame, int other) {
    int[] one = numbers(records, frame, 2); // the ids of its class and its method
    int[] another = numbers(records, other, 2);
    return one[0] == another[0] && one[1] == another[1];
  }

  /** The first numbers of a record, up to a maximum. */
  private static int[] numbers(RecordArea records, int id, int max) {
    MappedByteBuffer segment = records.segmentOf(id);
    int header = RecordArea.headerOffset(id);
    int length = segment.getInt(header + RECORD_LENGTH) - RECORD_HEADER_BYTES;
    int[] numbers = new int[Math.min(max, length / Integer.BYTES)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = segment.getInt(header + RECORD_HEADER_BYTES + i * Integer.BYTES);
    }
    return numbers;
  }
}
