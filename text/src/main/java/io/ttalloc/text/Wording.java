package io.ttalloc.text;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Utilities for messages about user input, which quote the input on one line and suggest the most
 * similar known word.
 */
public final class Wording {
  private static final int MAX_QUOTE_LENGTH = 60;
  private static final int MAX_WORD_LENGTH = 40;

  private Wording() {}

  /**
   * Returns the text in single quotes, on one line, escaped and truncated, so that no input can
   * forge or flood the output.
   */
  public static String quote(String text) {
    return "'" + visible(text, MAX_QUOTE_LENGTH) + "'";
  }

  /** Returns the text as {@link VisibleText} shows it, truncated to a number of characters. */
  public static String visible(String text, int longest) {
    StringBuilder visible = new StringBuilder();
    int end = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      VisibleText.append(text.codePointAt(i), visible);
      if (visible.length() > longest) {
        visible.setLength(end);
        return visible.append("...").toString();
      }
      end = visible.length();
    }
    return visible.toString();
  }

  /**
   * Returns {@code one of a, b, c}, followed by a suggestion if a known word is similar to the
   * given word.
   */
  public static String oneOf(Collection<String> known, String word) {
    return "one of " + String.join(", ", known) + didYouMean(known, word);
  }

  /**
   * Returns {@code (did you mean 'open'?)} with a leading space; empty if no known word is similar.
   */
  public static String didYouMean(Collection<String> known, String word) {
    String nearest = nearest(known, word);
    return nearest == null ? "" : " (did you mean '" + nearest + "'?)";
  }

  /** Returns the most similar known word; null if none is similar. */
  public static @Nullable String nearest(Collection<String> known, String word) {
    if (word.length() > MAX_WORD_LENGTH) {
      return null;
    }
    String nearest = null;
    int min = Math.max(1, word.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(candidate, word);
      if (distance < min) {
        min = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /**
   * Returns the number of edits from one word to the other; swapping two adjacent characters counts
   * as one edit.
   */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int min = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1);
        min = Math.min(min, d[i - 1][j - 1] + change);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        d[i][j] = swapped ? Math.min(min, d[i - 2][j - 2] + 1) : min;
      }
    }
    return d[a.length()][b.length()];
  }
}
