package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.LABEL_MAX_PIECES;
import static io.ttalloc.ledger.LedgerLayout.LABEL_TEXT_BYTES;

import java.nio.charset.StandardCharsets;

/**
 * How a label is cut into pieces. One that is too long loses its middle: the start says where it
 * lies, the end what it is.
 */
final class Label {
  private static final int MAX_BYTES = LABEL_MAX_PIECES * (LABEL_TEXT_BYTES - 3);
  private static final byte[] DOTS = {'.', '.', '.'};

  private Label() {}

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

  /** The ends of a label that may be megabytes long: more of both than is kept. */
  private static String bounded(String label) {
    return label.length() <= 2 * MAX_BYTES
        ? label
        : label.substring(0, MAX_BYTES).concat(label.substring(label.length() - MAX_BYTES));
  }

  /** Length of the piece that starts here: as much as fits without splitting a character. */
  static int pieceLength(byte[] bytes, int from) {
    int left = bytes.length - from;
    if (left <= LABEL_TEXT_BYTES) {
      return left;
    }
    int length = LABEL_TEXT_BYTES;
    while (length > 1 && Utf8.isContinuation(bytes[from + length])) {
      length--;
    }
    return length;
  }
}
