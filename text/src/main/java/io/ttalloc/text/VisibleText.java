package io.ttalloc.text;

/**
 * Makes text of other programs (labels, names of threads and classes, paths, commands) safe to show
 * on a terminal: every character that could move, hide or reorder what is shown is written as
 * {@code \}{@code uXXXX}, as Java and JSON do.
 *
 * <p>Such an escape in the text itself stays as it is, so the result cannot always be converted
 * back.
 */
public final class VisibleText {
  private VisibleText() {}

  /** The text itself if all of it is visible. */
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

  /** The index of the first character that has to be escaped; negative if none has. */
  private static int firstInvisible(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (!isVisible(text.codePointAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Appends a character as it may be shown. */
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
   * Whether a character may be shown as it is. That excludes control and format characters (among
   * them all that change the direction of text), line and paragraph separators, unpaired
   * surrogates, and unassigned code points.
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
