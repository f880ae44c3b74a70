package io.ttalloc.agent.options;

/** Numbers as a user writes them. */
final class Digits {
  private static final int MOST = 9;

  private Digits() {}

  /** The number that decimal digits say; -1 if something else is there, or more than 9 of them. */
  static int parse(String text) {
    if (text.isEmpty() || text.length() > MOST) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + (c - '0');
    }
    return number;
  }
}
