package io.ttalloc.analysis.wording;

import io.ttalloc.yaml.VisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * A command line as one text, with the quotes that a shell needs, and back. So the words of a
 * command stay apart whatever is in them.
 */
public final class ShellWords {
  private static final String PLAIN = "_@%+=:,./-";

  private ShellWords() {}

  /** The words with blanks between them, each in quotes if it needs them. */
  public static String joined(List<String> words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.length() == 0 ? "" : " ").append(quoted(word));
    }
    return line.toString();
  }

  /**
   * As one word of a shell, in quotes if it needs them. Characters that {@link VisibleText} does
   * not show stay escaped.
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

  /** The words of a line that {@link #joined} made; of any other, as near as can be. */
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
