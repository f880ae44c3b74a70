package io.ttalloc.ledger.mapped;

/** Finds the boundaries of characters in UTF-8. */
public final class Utf8 {
  private Utf8() {}

  /** The largest length, at most {@code limit}, that does not split a character. */
  public static int cut(byte[] bytes, int limit) {
    if (bytes.length <= limit) {
      return bytes.length;
    }
    int end = limit;
    while (end > 0 && isContinuation(bytes[end])) {
      end--;
    }
    return end;
  }

  public static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
