package io.ttalloc.text;

/** Shortens texts of the application that must have a bounded length. */
public final class CutText {
  private static final int MAX_CHARACTERS = 500;

  private CutText() {}

  /** Returns the text; if it is long, its beginning and three dots. */
  public static String of(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    boolean within = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1));
    return text.substring(0, within ? MAX_CHARACTERS - 1 : MAX_CHARACTERS) + "...";
  }
}
