package io.ttalloc.text;

/**
 * Makes text from other programs (labels, names of threads and classes, paths, commands) safe to
 * show on a terminal: every character that could move, hide or reorder other text is written as
 * {@code \}{@code uXXXX}, as in Java and JSON.
 *
 * <p>Text that already looks like such an escape is not changed, so the result cannot always be
 * converted back.
 */
public final class VisibleText {
  private VisibleText() {}

  /** Returns the text with all invisible characters escaped; the same string if there are none. */
  public static String of(String text) {
    int at = firstInvisible(text);
    if (at < 0) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, at);
    while (at < text.length()) {
      int c = text.codePointAt(at);
      append(c, shown);
      at += Character.charCount(c);
    }
    return shown.toString();
  }

  /** Returns the index of the first character that has to be escaped; negative if there is none. */
  private static int firstInvisible(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (!isVisible(text.codePointAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Appends a character, escaped if necessary. */
  public static void append(int codePoint, StringBuilder to) {
    if (isVisible(codePoint)) {
      to.appendCodePoint(codePoint);
      return;
    }
    for (char unit : Character.toChars(codePoint)) {
      String digits = Integer.toHexString(unit);
      to.append("\\u").append("0000", digits.length(), 4).append(digits);
    }
  }

  /**
   * Whether a character may be shown unescaped. False for control and format characters (including
   * all that change the direction of text), line and paragraph separators, unpaired surrogates, and
   * unassigned code points.
   */
  public static boolean isVisible(int codePoint) {
    if (codePoint < 0x7f) {
      return codePoint >= ' ';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
