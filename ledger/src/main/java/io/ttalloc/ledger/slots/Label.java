package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.SlotLayout.MAX_PIECES;
import static io.ttalloc.ledger.SlotLayout.PIECE_TEXT_BYTES;

import io.ttalloc.ledger.mapped.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a label into the pieces that extension slots store. If a label is too long, its middle is
 * cut out, because the start and the end of a path are the most informative parts.
 */
public final class Label {
  private static final int MAX_BYTES = MAX_PIECES * (PIECE_TEXT_BYTES - 3);
  private static final byte[] DOTS = {'.', '.', '.'};

  private Label() {}

  /** Encodes the name of a cache's entry for {@link SlotExtensions#setHolder}; null for no name. */
  public static byte @Nullable [] encoded(@Nullable String name) {
    return name == null || name.isEmpty() ? null : bytes(name);
  }

  /** A label in UTF-8, shortened to fit into its pieces. */
  static byte[] bytes(String label) {
    byte[] all = bounded(label).getBytes(StandardCharsets.UTF_8);
    if (all.length <= MAX_BYTES) {
      return all;
    }
    int head = Utf8.cut(all, (MAX_BYTES - DOTS.length) / 3);
    int tail = all.length - (MAX_BYTES - DOTS.length - head);
    while (tail < all.length && Utf8.isContinuation(all[tail])) {
      tail++;
    }
    byte[] kept = new byte[head + DOTS.length + all.length - tail];
    System.arraycopy(all, 0, kept, 0, head);
    System.arraycopy(DOTS, 0, kept, head, DOTS.length);
    System.arraycopy(all, tail, kept, head + DOTS.length, all.length - tail);
    return kept;
  }

  /** A label, shortened as it is in a slot. */
  public static String shortened(String label) {
    return label.length() <= MAX_BYTES / 3 // 3 is the maximum number of bytes of a char
        ? label
        : new String(bytes(label), StandardCharsets.UTF_8);
  }

  /**
   * The start and the end of a label that may be megabytes long; both are longer than what is
   * stored.
   */
  private static String bounded(String label) {
    return label.length() <= 2 * MAX_BYTES
        ? label
        : label.substring(0, MAX_BYTES).concat(label.substring(label.length() - MAX_BYTES));
  }

  /**
   * The length of the piece that starts at an index: as much as fits without splitting a character.
   */
  static int pieceLength(byte[] bytes, int from) {
    int left = bytes.length - from;
    if (left <= PIECE_TEXT_BYTES) {
      return left;
    }
    int length = PIECE_TEXT_BYTES;
    while (length > 1 && Utf8.isContinuation(bytes[from + length])) {
      length--;
    }
    return length;
  }
}
