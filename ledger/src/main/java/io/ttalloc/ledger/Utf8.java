package io.ttalloc.ledger;

/** Finds the boundaries of characters in UTF-8. */
final class Utf8 {
  private Utf8() {}

  /** The greatest length, at most {@code limit}, that does not split a character. */
  static int cut(byte[] bytes, int limit) {
    if (bytes.length <= limit) {
      return bytes.length;
    }
    int end = limit;
    while (end > 0 && isContinuation(bytes[end])) {
      end--;
    }
    return end;
  }

  static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
