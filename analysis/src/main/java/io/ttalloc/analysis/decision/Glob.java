package io.ttalloc.analysis.decision;

/**
 * A pattern in which {@code *} matches any number of characters. In the worst case, matching takes
 * time proportional to the product of the lengths of pattern and text.
 */
record Glob(String pattern) {

  /** Whether the pattern matches every text. */
  boolean isAny() {
    return !pattern.isEmpty() && pattern.chars().allMatch(c -> c == '*');
  }

  boolean matches(String text) {
    int at = 0;
    int next = 0;
    int star = -1;
    int restart = 0;
    while (at < text.length()) {
      if (next < pattern.length() && pattern.charAt(next) == '*') {
        star = next++;
        restart = at;
      } else if (next < pattern.length() && pattern.charAt(next) == text.charAt(at)) {
        next++;
        at++;
      } else if (star >= 0) {
        next = star + 1;
        at = ++restart;
      } else {
        return false;
      }
    }
    while (next < pattern.length() && pattern.charAt(next) == '*') {
      next++;
    }
    return next == pattern.length();
  }
}
