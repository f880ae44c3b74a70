package io.ttalloc.agent.weave.match;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The words that reports use for the objects of a class: an {@code HttpConnection} is an "http
 * connection".
 */
public final class TypeWords {
  private static final int MAX_LENGTH = 100;

  private TypeWords() {}

  /**
   * The simple name, split into words.
   *
   * @param name the internal name
   * @param ancestor what the class extends or implements, from which an anonymous class gets its
   *     name
   */
  public static String of(String name, @Nullable String ancestor) {
    String simple = simple(name);
    if (simple.isEmpty() && ancestor != null) {
      simple = simple(ancestor);
    }
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < simple.length() && i < MAX_LENGTH; i++) {
      char c = simple.charAt(i);
      if (!Character.isLetterOrDigit(c)) {
        space(words);
      } else if (Character.isUpperCase(c) && beginsWord(simple, i)) {
        space(words);
        words.append(c);
      } else {
        words.append(c);
      }
    }
    String said = words.toString().trim().toLowerCase(Locale.ROOT);
    return said.isEmpty() ? "resource" : said;
  }

  /**
   * The name without the package, outer classes and the number of a local class; empty if the class
   * is anonymous.
   */
  private static String simple(String name) {
    int start = name.lastIndexOf('/') + 1;
    int nested = name.lastIndexOf('$');
    if (nested >= start && nested < name.length() - 1) {
      start = nested + 1;
      while (start < name.length() && Character.isDigit(name.charAt(start))) {
        start++;
      }
    }
    return name.substring(start);
  }

  /**
   * Whether an upper-case letter begins a word: not at the start of the text, and after a character
   * other than an upper-case letter or before a lower-case letter.
   */
  private static boolean beginsWord(String text, int at) {
    boolean afterCapital = at > 0 && Character.isUpperCase(text.charAt(at - 1));
    boolean beforeSmall = at + 1 < text.length() && Character.isLowerCase(text.charAt(at + 1));
    return at > 0 && (!afterCapital || beforeSmall);
  }

  private static void space(StringBuilder words) {
    if (words.length() > 0 && words.charAt(words.length() - 1) != ' ') {
      words.append(' ');
    }
  }
}
