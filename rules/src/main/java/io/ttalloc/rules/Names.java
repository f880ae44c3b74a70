package io.ttalloc.rules;

/** Checks names in rules: single Java identifiers, or several joined by dots. */
final class Names {
  private Names() {}

  /**
   * Whether a string is a single Java identifier. Rejects invisible characters, although Java
   * allows them.
   */
  static boolean isIdentifier(String text) {
    return isIdentifier(text, 0, text.length());
  }

  /** Whether a string is one identifier or several joined by dots. */
  static boolean isQualified(String text) {
    int start = 0;
    while (true) {
      int dot = text.indexOf('.', start);
      if (dot < 0) {
        return isIdentifier(text, start, text.length());
      }
      if (!isIdentifier(text, start, dot)) {
        return false;
      }
      start = dot + 1;
    }
  }

  private static boolean isIdentifier(String text, int start, int end) {
    if (start >= end || !Character.isJavaIdentifierStart(text.charAt(start))) {
      return false;
    }
    for (int i = start + 1; i < end; i++) {
      char c = text.charAt(i);
      if (!Character.isJavaIdentifierPart(c) || Character.isIdentifierIgnorable(c)) {
        return false;
      }
    }
    return true;
  }
}
