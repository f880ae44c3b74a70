package io.ttalloc.text;

/** Shortens application text whose length must be bounded. */
public final class CutText {
  private static final int MAX_CHARACTERS = 500;

  private CutText() {}

  /** Returns the text, truncated to 500 characters and followed by three dots if it is longer. */
  public static String of(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    boolean within = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1));
    return text.substring(0, within ? MAX_CHARACTERS - 1 : MAX_CHARACTERS) + "...";
  }
}
