package io.ttalloc.corpus.closing;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;

/**
 * A message validator that misses a close on one return path. Builders open the parsers, and each
 * message ends a cycle.
 */
public final class EarlyReturn {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.EarlyReturn$Parser
          type: parser
          open: [<init>]
          close: [close]
          bytes: bufferBytes()
      """;

  private EarlyReturn() {}

  static final class Parser implements AutoCloseable {
    private final int bufferBytes;
    private final String text;
    private int position;

    private Parser(Builder builder, String text) {
      this.bufferBytes = builder.bufferBytes;
      this.text = text;
    }

    static Builder withBuffer(int bytes) {
      return new Builder(bytes);
    }

    int bufferBytes() {
      return bufferBytes;
    }

    char next() {
      return position < text.length() ? text.charAt(position++) : '\0';
    }

    @Override
    public void close() {
      position = text.length();
    }

    static final class Builder {
      private final int bufferBytes;

      private Builder(int bufferBytes) {
        this.bufferBytes = bufferBytes;
      }

      Parser parse(String text) {
        return new Parser(this, text);
      }
    }
  }

  interface Validator {
    boolean isValid(String message);
  }

  static void consume(Validator validator) {
    int invalid = 0;
    for (int i = 0; i < 294; i++) {
      String message = i % 3 == 1 ? "" : "{" + i + "}";
      invalid += validator.isValid(message) ? 0 : 1;
      TtAlloc.mark("message");
    }
    System.out.println(invalid + " invalid messages");
  }

  @Truth(
      why = "an empty message is answered before the parser that was made for it is closed",
      leaks = @Leak(type = "parser", count = 98, openedAt = "EarlyReturn$Leaking.isValid"))
  public static final class Leaking {
    public static void main(String[] args) {
      consume(Leaking::isValid);
    }

    static boolean isValid(String message) {
      Parser parser = Parser.withBuffer(512).parse(message);
      char first = parser.next();
      if (first == '\0') {
        return false;
      }
      boolean valid = first == '{';
      parser.close();
      return valid;
    }
  }

  @Truth(why = "the empty message is answered before a parser is made")
  public static final class Mended {
    public static void main(String[] args) {
      consume(Mended::isValid);
    }

    static boolean isValid(String message) {
      if (message.isEmpty()) {
        return false;
      }
      Parser parser = Parser.withBuffer(512).parse(message);
      boolean valid = parser.next() == '{';
      parser.close();
      return valid;
    }
  }
}
