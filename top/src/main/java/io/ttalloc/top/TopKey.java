package io.ttalloc.top;

/**
 * A key that was pressed.
 *
 * @param codePoint the character; 0 for keys without a character
 */
public record TopKey(Kind kind, int codePoint) {

  /** A character, or the name of a key without a character. */
  public enum Kind {
    CHARACTER,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    ESCAPE,
    TAB,
    BACKSPACE,
    /** A key that has no function here. */
    OTHER
  }

  /** Returns a key without a character. */
  public static TopKey of(Kind kind) {
    return new TopKey(kind, 0);
  }

  /** Returns a key with a character. */
  public static TopKey of(int codePoint) {
    return new TopKey(Kind.CHARACTER, codePoint);
  }
}
