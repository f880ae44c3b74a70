package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.bytes.LedgerFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads extensions of slots. Extensions may be anywhere in the file, although most are near their
 * slots, so they are read through a small cache of pages. Not thread-safe.
 */
final class Extensions {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGES = 64;
  private static final ByteBuffer NOTHING = LedgerFile.buffer(0);

  private final LedgerFile file;
  private final @Nullable ByteBuffer[] pages = new @Nullable ByteBuffer[PAGES];
  private final long[] pageNumbers = new long[PAGES];

  /** Slots that the caller has already read; {@link #nearStart} is the index of the first one. */
  private ByteBuffer near = NOTHING;

  private int nearStart;

  /** The bytes that contain the extension found by {@link #locate}; its offset is {@link #at}. */
  private ByteBuffer found = near;

  private int at;

  Extensions(LedgerFile file) {
    this.file = file;
    forget();
  }

  /**
   * Provides the bytes of slots that the caller has read.
   *
   * @param start the index of the first of these slots
   */
  void near(int start, ByteBuffer bytes) {
    nearStart = start;
    near = bytes;
  }

  /** Clears everything that was read before. */
  void forget() {
    near = NOTHING;
    Arrays.fill(pageNumbers, -1);
  }

  /** The facts in an extension; scopes, stacks and threads are ids. */
  record Facts(
      int holder,
      int holderGeneration,
      @Nullable String entry,
      int scope,
      int closeStack,
      int closeThread,
      long closedNanos,
      @Nullable String label,
      @Nullable Count count) {}

  /** A reference count with its last changes, the latest first. */
  record Count(int value, long raised, long lowered, List<Change> raises, List<Change> lowers) {}

  /** A call that changed a count; stack and thread are ids. */
  record Change(int stack, int thread, long nanos) {}

  /** The facts in the extension with the given slot index; null if there is no such extension. */
  @Nullable Facts read(int index) throws IOException {
    if (!locate(index, STATE_COUNT)) {
      return facts(index, null);
    }
    int facts = found.getInt(at + COUNT_FACTS);
    Count count = count();
    Facts known = facts == 0 ? null : facts(facts, count);
    return known == null ? new Facts(0, 0, null, 0, 0, 0, 0, null, count) : known;
  }

  /** The count in the extension that {@link #locate} has found. */
  private Count count() throws IOException {
    int value = found.getInt(at + COUNT_VALUE);
    long raised = Math.max(0, found.getLong(at + COUNT_RAISED));
    long lowered = Math.max(0, found.getLong(at + COUNT_LOWERED));
    int raises = found.getInt(at + COUNT_LAST_RAISED);
    int lowers = found.getInt(at + COUNT_LAST_LOWERED);
    return new Count(value, raised, lowered, changes(raises, raised), changes(lowers, lowered));
  }

  private List<Change> changes(int index, long count) throws IOException {
    List<Change> changes = new ArrayList<>(CHANGES_KEPT);
    if (!locate(index, STATE_EXTENSION)) {
      return changes;
    }
    for (long number = count - 1; number >= 0 && count - number <= CHANGES_KEPT; number--) {
      int call = at + CHANGES_FIRST + (int) (number % CHANGES_KEPT) * CHANGE_BYTES;
      int thread = found.getInt(call + CHANGE_THREAD);
      if (thread != 0) {
        changes.add(
            new Change(
                found.getInt(call + CHANGE_STACK), thread, found.getLong(call + CHANGE_NANOS)));
      }
    }
    return changes;
  }

  private @Nullable Facts facts(int index, @Nullable Count count) throws IOException {
    if (!locate(index, STATE_EXTENSION)) {
      return null;
    }
    int label = found.getInt(at + EXTENSION_LABEL);
    int holder = found.getInt(at + EXTENSION_HOLDER);
    int holderGeneration = found.getInt(at + EXTENSION_HOLDER_GENERATION);
    int entry = found.getInt(at + EXTENSION_ENTRY);
    int scope = found.getInt(at + EXTENSION_SCOPE);
    int closeStack = found.getInt(at + EXTENSION_CLOSE_STACK);
    int closeThread = found.getInt(at + EXTENSION_CLOSE_THREAD);
    long closedNanos = found.getLong(at + EXTENSION_CLOSED_NANOS);
    return new Facts(
        holder,
        holderGeneration,
        text(entry),
        scope,
        closeStack,
        closeThread,
        closedNanos,
        text(label),
        count);
  }

  /** The text that begins with the given piece; null if there is none. */
  private @Nullable String text(int first) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] bytes = new byte[PIECE_TEXT_BYTES];
    int piece = first;
    for (int pieces = 0;
        pieces < MAX_PIECES && piece != 0 && locate(piece, STATE_EXTENSION);
        pieces++) {
      int length = found.getInt(at + PIECE_LENGTH);
      if (length <= 0 || length > PIECE_TEXT_BYTES) {
        break;
      }
      found.get(at + PIECE_TEXT, bytes, 0, length);
      text.write(bytes, 0, length);
      piece = found.getInt(at + PIECE_NEXT);
    }
    return text.size() == 0 ? null : text.toString(StandardCharsets.UTF_8);
  }

  /**
   * Locates the bytes of an extension; false if there is none of this kind with this slot index.
   */
  private boolean locate(int index, int kind) throws IOException {
    int segment = index >>> SLOTS_PER_SEGMENT_SHIFT;
    int slot = index & (SLOTS_PER_SEGMENT - 1);
    if (segment == 0 || segment >= file.segments() || slot == 0) {
      return false;
    }
    int nearIndex = index - nearStart;
    if (nearIndex >= 0 && nearIndex < near.capacity() >> SLOT_SHIFT) {
      found = near;
      at = nearIndex << SLOT_SHIFT;
    } else {
      long position = slotPosition(index);
      found = page(position >>> PAGE_SHIFT);
      at = (int) position & (1 << PAGE_SHIFT) - 1;
    }
    return (found.getInt(at + SLOT_STATE) & STATE_MASK) == kind;
  }

  private ByteBuffer page(long number) throws IOException {
    int index = (int) number & PAGES - 1;
    ByteBuffer page = pages[index];
    if (page == null) {
      page = LedgerFile.buffer(1 << PAGE_SHIFT);
      pages[index] = page;
    }
    if (pageNumbers[index] != number) {
      pageNumbers[index] = -1;
      file.read(page, number << PAGE_SHIFT);
      pageNumbers[index] = number;
    }
    return page;
  }
}
