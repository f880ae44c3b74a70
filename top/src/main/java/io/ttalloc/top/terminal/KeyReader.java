package io.ttalloc.top.terminal;

import io.ttalloc.top.TopKey;
import io.ttalloc.top.TopKey.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Turns the input from a terminal into keys. Not thread-safe. */
final class KeyReader {

  /** The source of characters. */
  interface Characters {
    /** The result if no character arrived in time. */
    int NOTHING = -2;

    /** The result at the end of the input. */
    int END = -1;

    /**
     * Returns the next character, {@link #NOTHING} or {@link #END}.
     *
     * @param millis the maximum time to wait
     */
    int read(long millis) throws IOException;
  }

  private static final int ESCAPE = 0x1b;
  private static final int DELETE = 0x7f;

  /**
   * The time to wait for the next character of a key; a terminal sends all characters of a key at
   * once.
   */
  private static final long SEQUENCE_MILLIS = 50;

  /**
   * The timeout for the rest of a sequence that has begun; on a busy machine, the rest may arrive
   * in parts.
   */
  private static final long REST_MILLIS = 1_000;

  /**
   * The timeout for a key. Reading is repeated with a timeout because, without one, a JLine reader
   * cannot be closed until a key is pressed.
   */
  private static final long LONG_MILLIS = 10_000;

  private final Characters characters;

  /** A character that was read ahead; {@link Characters#NOTHING} if there is none. */
  private int ahead = Characters.NOTHING;

  /** Whether the last character was an escape that no other character followed in time. */
  private boolean escaped;

  KeyReader(Characters characters) {
    this.characters = characters;
  }

  /** Returns the next key; null at the end of the input. */
  @Nullable TopKey next() throws IOException {
    int c = ahead;
    ahead = Characters.NOTHING;
    while (c == Characters.NOTHING) {
      c = characters.read(LONG_MILLIS);
    }
    boolean late = escaped && begins(c);
    escaped = false;
    if (late) {
      // No command uses these characters, so this is the rest of a sequence whose escape arrived
      // earlier.
      return rest();
    }
    return switch (c) {
      case Characters.END, 3, 4 -> null; // also ctrl-c and ctrl-d on a terminal without signals
      case '\r', '\n' -> TopKey.of(Kind.ENTER);
      case '\t' -> TopKey.of(Kind.TAB);
      case '\b', DELETE -> TopKey.of(Kind.BACKSPACE);
      case ESCAPE -> sequence();
      default -> character(c);
    };
  }

  private TopKey character(int c) throws IOException {
    if (Character.isHighSurrogate((char) c)) {
      int low = characters.read(SEQUENCE_MILLIS);
      boolean pair = low > 0 && Character.isLowSurrogate((char) low);
      return pair ? TopKey.of(Character.toCodePoint((char) c, (char) low)) : TopKey.of(Kind.OTHER);
    }
    return c < ' ' ? TopKey.of(Kind.OTHER) : TopKey.of(c);
  }

  /** Reads the characters after an escape character. If none follow, the escape key was pressed. */
  private TopKey sequence() throws IOException {
    int c = characters.read(SEQUENCE_MILLIS);
    if (c < 0) {
      escaped = true;
      return TopKey.of(Kind.ESCAPE);
    }
    if (!begins(c)) {
      // The user pressed two keys in quick succession.
      ahead = c;
      return TopKey.of(Kind.ESCAPE);
    }
    return rest();
  }

  private static boolean begins(int c) {
    return c == '[' || c == 'O';
  }

  private TopKey rest() throws IOException {
    StringBuilder parameters = new StringBuilder();
    int end = characters.read(REST_MILLIS);
    while (end >= ' ' && end < '@') {
      parameters.append((char) end);
      end = characters.read(REST_MILLIS);
    }
    return TopKey.of(kind(parameters.toString(), end));
  }

  private static Kind kind(String parameters, int end) {
    return switch (end) {
      case 'A' -> Kind.UP;
      case 'B' -> Kind.DOWN;
      case 'C', 'M' -> Kind.ENTER; // right arrow, and Enter on the keypad
      case 'D' -> Kind.ESCAPE; // left arrow
      case 'H' -> Kind.HOME;
      case 'F' -> Kind.END;
      case '~' ->
          switch (parameters) {
            case "1", "7" -> Kind.HOME;
            case "4", "8" -> Kind.END;
            case "5" -> Kind.PAGE_UP;
            case "6" -> Kind.PAGE_DOWN;
            default -> Kind.OTHER;
          };
      default -> Kind.OTHER;
    };
  }
}
