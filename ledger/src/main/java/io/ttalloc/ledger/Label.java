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
  private static final int MAX_CHARS = 4 * MAX_BYTES;

  private Label() {}

  static byte[] bytes(String label) {
    String bounded = label.length() <= MAX_CHARS ? label : middleOut(label, MAX_CHARS);
    byte[] bytes = bounded.getBytes(StandardCharsets.UTF_8);
    // A character is at most three bytes of UTF-8 per char, so this ends.
    for (int chars = MAX_BYTES; bytes.length > MAX_BYTES; chars = chars * 2 / 3) {
      bytes = middleOut(bounded, chars).getBytes(StandardCharsets.UTF_8);
    }
    return bytes;
  }

  private static String middleOut(String label, int chars) {
    int head = chars / 3;
    int tail = chars - head - 3;
    return label.substring(0, head) + "..." + label.substring(label.length() - tail);
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
