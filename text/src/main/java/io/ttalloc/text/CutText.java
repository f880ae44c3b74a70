package io.ttalloc.text;

/** Texts of the application where they must be of bounded length. */
public final class CutText {
  private static final int MAX_CHARACTERS = 500;

  private CutText() {}

  /** The text; the beginning of it, and three dots, if it is long. */
  public static String of(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    boolean within = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1));
    return text.substring(0, within ? MAX_CHARACTERS - 1 : MAX_CHARACTERS) + "...";
  }
}
