package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads extensions of slots, which lie anywhere in the file, through a few pages that are kept: an
 * extension mostly lies near its slot, and one that does not costs one page. Not thread-safe.
 */
final class Extensions {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGES = 64;
  private static final ByteBuffer NOTHING = LedgerFile.buffer(0);

  private final LedgerFile file;
  private final @Nullable ByteBuffer[] pages = new @Nullable ByteBuffer[PAGES];
  private final long[] pageNumbers = new long[PAGES];
  private int nearStart;
  private ByteBuffer near = NOTHING;
  private ByteBuffer found = near;
  private int at;

  Extensions(LedgerFile file) {
    this.file = file;
    forget();
  }

  /** Takes extensions in the slots from this one on from these bytes. */
  void near(int start, ByteBuffer bytes) {
    nearStart = start;
    near = bytes;
  }

  /** Drops everything that was read before. */
  void forget() {
    near = NOTHING;
    Arrays.fill(pageNumbers, -1);
  }

  /** Scope and thread are still ids of texts here. */
  record Sheet(
      int holder,
      int holderGeneration,
      @Nullable String entry,
      int scope,
      int closeStack,
      int closeThread,
      long closedNanos,
      @Nullable String label) {}

  /** The extension at this slot index; null if there is none. */
  @Nullable Sheet read(int index) throws IOException {
    if (!locate(index)) {
      return null;
    }
    int next = found.getInt(at + EXTENSION_NEXT);
    int holder = found.getInt(at + EXTENSION_HOLDER);
    int holderGeneration = found.getInt(at + EXTENSION_HOLDER_GENERATION);
    int entry = found.getInt(at + EXTENSION_ENTRY);
    int scope = found.getInt(at + EXTENSION_SCOPE);
    int closeStack = found.getInt(at + EXTENSION_CLOSE_STACK);
    int closeThread = found.getInt(at + EXTENSION_CLOSE_THREAD);
    long closedNanos = found.getLong(at + EXTENSION_CLOSED_NANOS);
    return new Sheet(
        holder,
        holderGeneration,
        text(entry),
        scope,
        closeStack,
        closeThread,
        closedNanos,
        text(next));
  }

  /** The text whose first piece this is. */
  private @Nullable String text(int first) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] piecesText = new byte[LABEL_TEXT_BYTES];
    int piece = first;
    for (int pieces = 0; pieces < LABEL_MAX_PIECES && piece != 0 && locate(piece); pieces++) {
      int length = found.getInt(at + LABEL_LENGTH);
      if (length <= 0 || length > LABEL_TEXT_BYTES) {
        break;
      }
      found.get(at + LABEL_TEXT, piecesText, 0, length);
      text.write(piecesText, 0, length);
      piece = found.getInt(at + EXTENSION_NEXT);
    }
    return text.size() == 0 ? null : text.toString(StandardCharsets.UTF_8);
  }

  /** Finds the bytes of an extension; false if the index does not name one. */
  private boolean locate(int index) throws IOException {
    int segment = index >>> SLOTS_PER_SEGMENT_SHIFT;
    int slot = index & (SLOTS_PER_SEGMENT - 1);
    if (segment == 0 || segment >= file.segments() || slot == 0) {
      return false;
    }
    int place = index - nearStart;
    if (place >= 0 && place < near.capacity() >> SLOT_SHIFT) {
      found = near;
      at = place << SLOT_SHIFT;
    } else {
      long position = slotPosition(index);
      found = page(position >>> PAGE_SHIFT);
      at = (int) position & (1 << PAGE_SHIFT) - 1;
    }
    return (found.getInt(at + SLOT_STATE) & STATE_MASK) == STATE_EXTENSION;
  }

  private ByteBuffer page(long number) throws IOException {
    int place = (int) number & PAGES - 1;
    ByteBuffer page = pages[place];
    if (page == null) {
      page = LedgerFile.buffer(1 << PAGE_SHIFT);
      pages[place] = page;
    }
    if (pageNumbers[place] != number) {
      pageNumbers[place] = -1;
      file.read(page, number << PAGE_SHIFT);
      pageNumbers[place] = number;
    }
    return page;
  }
}
