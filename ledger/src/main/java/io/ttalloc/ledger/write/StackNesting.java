package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.MAX_FRAMES;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;

import io.ttalloc.ledger.mapped.RecordArea;
import java.nio.MappedByteBuffer;

/**
 * Tells by two recorded stacks whether one may be of a call that the other's innermost method has
 * made: below that method both have the same frames, and in it perhaps another line.
 *
 * <p>Not on the fast path. Stacks of different calls from one line are equal: it says that it may
 * be, not that it is. Stateless.
 */
final class StackNesting {
  private StackNesting() {}

  /**
   * How many calls deeper a stack is than another one; 0 if the innermost method of both is the
   * same; -1 if it cannot be of a call that the other's innermost method has made.
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

  /** Whether a stack without so many of its innermost frames is another one, as far as it goes. */
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
    int[] one = numbers(records, frame, 2); // its class and its method
    int[] another = numbers(records, other, 2);
    return one[0] == another[0] && one[1] == another[1];
  }

  /** The first numbers of a record, at most so many. */
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
