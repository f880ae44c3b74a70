package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.FRAME_CLASS;
import static io.ttalloc.ledger.LedgerLayout.FRAME_FILE;
import static io.ttalloc.ledger.LedgerLayout.FRAME_LINE;
import static io.ttalloc.ledger.LedgerLayout.FRAME_METHOD;
import static io.ttalloc.ledger.LedgerLayout.RECORD_FRAME;
import static io.ttalloc.ledger.LedgerLayout.RECORD_STACK;

import java.nio.MappedByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * Frames and stacks, each written once. Equal text is an equal id, whatever class loader or version
 * of a class it came from.
 *
 * <p>Not fast: it is reached once per new stack. Thread-safe by the monitor of the record area.
 */
final class StackTable {
  /** Bounds the host's heap: about 50 MB at a usual depth. */
  static final int MAX_STACKS = 1 << 16;

  /** So does this, where class loaders make new names without end. */
  static final int MAX_FRAMES = 1 << 18;

  private static final int FRAME_BYTES = 16;

  private final RecordArea records;
  private final TextTable texts;
  private final HashMap<FrameKey, Integer> frames = new HashMap<>();
  private final HashMap<StackKey, Integer> stacks = new HashMap<>();

  StackTable(RecordArea records, TextTable texts) {
    this.records = records;
    this.texts = texts;
  }

  /** The id of a frame; 0 if the ledger cannot grow or there are {@link #MAX_FRAMES} already. */
  int frame(String className, String method, @Nullable String file, int line) {
    synchronized (records) {
      FrameKey key = new FrameKey(className, method, file, line);
      Integer known = frames.get(key);
      if (known != null) {
        return known;
      }
      if (frames.size() == MAX_FRAMES) {
        return 0;
      }
      int classId = texts.idOf(className);
      int methodId = texts.idOf(method);
      int fileId = file == null ? 0 : texts.idOf(file);
      if (classId == 0 || methodId == 0 || (fileId == 0 && file != null)) {
        // Remembered like this, the frame would stay nameless when the ledger can grow again.
        return 0;
      }
      int id = records.reserve(RECORD_FRAME, FRAME_BYTES, false);
      if (id == 0) {
        return 0;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      segment.putInt(at + FRAME_CLASS, classId);
      segment.putInt(at + FRAME_METHOD, methodId);
      segment.putInt(at + FRAME_FILE, fileId);
      segment.putInt(at + FRAME_LINE, line);
      records.commit(id, FRAME_BYTES);
      frames.put(key, id);
      return id;
    }
  }

  /**
   * The id of the stack of these frames, innermost first; 0, an unknown stack, if the ledger cannot
   * grow or there are {@link #MAX_STACKS} already.
   */
  int stack(int[] frameIds) {
    synchronized (records) {
      StackKey key = new StackKey(frameIds);
      Integer known = stacks.get(key);
      if (known != null) {
        return known;
      }
      if (stacks.size() == MAX_STACKS) {
        return 0;
      }
      int length = frameIds.length * Integer.BYTES;
      int id = records.reserve(RECORD_STACK, length, false);
      if (id == 0) {
        return 0;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      for (int frameId : frameIds) {
        segment.putInt(at, frameId);
        at += Integer.BYTES;
      }
      records.commit(id, length);
      stacks.put(key, id);
      return id;
    }
  }

  /** Whether new stacks stay unknown for good. */
  boolean isFull() {
    synchronized (records) {
      return stacks.size() >= MAX_STACKS || frames.size() >= MAX_FRAMES;
    }
  }

  private static final class FrameKey {
    private final String className;
    private final String method;
    private final @Nullable String file;
    private final int line;

    FrameKey(String className, String method, @Nullable String file, int line) {
      this.className = className;
      this.method = method;
      this.file = file;
      this.line = line;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FrameKey that
          && line == that.line
          && className.equals(that.className)
          && method.equals(that.method)
          && (file == null ? that.file == null : file.equals(that.file));
    }

    @Override
    public int hashCode() {
      return (className.hashCode() * 31 + method.hashCode()) * 31 + line;
    }
  }

  private static final class StackKey {
    private final int[] frameIds;

    StackKey(int[] frameIds) {
      this.frameIds = frameIds;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StackKey that && Arrays.equals(frameIds, that.frameIds);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(frameIds);
    }
  }
}
