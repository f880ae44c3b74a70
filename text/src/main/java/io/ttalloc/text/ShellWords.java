package io.ttalloc.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Joins the words of a command line into one string, quoted for a shell, and splits such a string
 * back into words. The words may contain any characters.
 */
public final class ShellWords {
  private static final String PLAIN = "_@%+=:,./-";

  private ShellWords() {}

  /** Returns the words separated by spaces, each in quotes if necessary. */
  public static String joined(List<String> words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.length() == 0 ? "" : " ").append(quoted(word));
    }
    return line.toString();
  }

  /**
   * Returns a word, in quotes if a shell needs them. Characters that {@link VisibleText} escapes
   * stay escaped.
   */
  public static String quoted(String word) {
    return isPlain(word) ? word : "'" + VisibleText.of(word).replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && PLAIN.indexOf(c) < 0) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** Splits a line written by {@link #joined}; splits any other line as well as possible. */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inQuotes = false;
    boolean inWord = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        inQuotes = !inQuotes;
        inWord = true;
      } else if (!inQuotes && c == '\\' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        inWord = true;
      } else if (!inQuotes && c == ' ') {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
        }
        inWord = false;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }
}
