package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.RECORD_FRAME;
import static io.ttalloc.ledger.RecordLayout.RECORD_STACK;

import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import org.jspecify.annotations.Nullable;

/**
 * Frames and stacks, each written once. Frames and stacks with equal names and lines have equal
 * ids, even if their classes were loaded by different class loaders or are different versions of a
 * class.
 *
 * <p>Not on the fast path: used once for each new stack. Bounded; lock-free.
 */
final class StackTable {
  static final int MAX_STACKS = 1 << 16;
  static final long MAX_STACK_BYTES = 32L << 20;
  static final int MAX_FRAMES = 1 << 18;

  private static final int BUCKETS = 1 << 14;

  private final TextTable texts;
  private final RecordIndex frames;
  private final RecordIndex stacks;

  StackTable(RecordArea records, TextTable texts) {
    this.texts = texts;
    this.frames =
        new RecordIndex(records, RECORD_FRAME, false, BUCKETS, MAX_FRAMES, Long.MAX_VALUE);
    this.stacks =
        new RecordIndex(records, RECORD_STACK, false, BUCKETS, MAX_STACKS, MAX_STACK_BYTES);
  }

  /** The id of a frame; 0 if the ledger cannot grow or has too many frames. */
  int frame(String className, String method, @Nullable String file, int line) {
    int classId = texts.idOf(className);
    int methodId = texts.idOf(method);
    int fileId = file == null ? 0 : texts.idOf(file);
    if (classId == 0 || methodId == 0 || (fileId == 0 && file != null)) {
      // A frame written now would lack a name even after the ledger has grown.
      return 0;
    }
    return Math.max(0, frames.idOf(NumbersKey.whole(classId, methodId, fileId, line)));
  }

  /**
   * The id of the stack with these frames, innermost first; 0, an unknown stack, if the ledger
   * cannot grow or has too many stacks.
   */
  int stack(int[] frameIds) {
    return Math.max(0, stacks.idOf(NumbersKey.whole(frameIds)));
  }
}
