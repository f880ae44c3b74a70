package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;

/** A stream wrapped in layers; the outermost layer rejects input with an unknown header. */
public final class WrapperThrows {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.WrapperThrows$RawStream
          type: stream
          open: [<init>]
          close: [close]
          label: $0
      """;

  private WrapperThrows() {}

  /** Thrown for a stream that is in no known format. */
  static final class FormatException extends Exception {
    FormatException(String message) {
      super(message);
    }
  }

  /** A stream of characters. */
  interface Chars extends AutoCloseable {
    char next();

    @Override
    void close();
  }

  /** The stream that holds the file. */
  static final class RawStream implements Chars {
    private final String content;
    private int position;

    RawStream(String content) {
      this.content = content;
    }

    @Override
    public char next() {
      char next = content.charAt(position);
      position++;
      return next;
    }

    @Override
    public void close() {
      position = content.length();
    }
  }

  /** Reads one character ahead. */
  record Buffered(Chars in, char ahead) implements Chars {
    Buffered(Chars in) {
      this(in, in.next());
    }

    @Override
    public char next() {
      return ahead;
    }

    @Override
    public void close() {
      in.close();
    }
  }

  /** Unpacks compressed input. */
  static final class Unpacked implements Chars {
    private final Chars in;

    Unpacked(Chars in) throws FormatException {
      this.in = in;
      char magic = in.next();
      if (magic != 'Z') {
        throw new FormatException("begins with " + magic);
      }
    }

    @Override
    public char next() {
      return in.next();
    }

    @Override
    public void close() {
      in.close();
    }
  }

  /** Opens a file. */
  interface Opener {
    Chars open(String content) throws FormatException;
  }

  static void readAll(Opener opener) {
    StringBuilder read = new StringBuilder();
    for (String content : List.of("Zebra", "horse", "Zoo", "mule", "Zinc", "dog")) {
      try (Chars chars = opener.open(content)) {
        read.append(chars.next());
      } catch (FormatException e) {
        read.append('!');
      }
    }
    System.out.println(read);
  }

  @Truth(
      why =
          "when the outermost constructor throws, no code has a reference through which to close it",
      leaks = @Leak(type = "stream", count = 3, openedAt = "WrapperThrows$Leaking.open"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      readAll(Leaking::open);
    }

    private static Chars open(String content) throws FormatException {
      return new Unpacked(new Buffered(new RawStream(content)));
    }
  }

  @Truth(why = "the raw stream is closed when a layer around it cannot be made")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      readAll(Mended::open);
    }

    private static Chars open(String content) throws FormatException {
      RawStream raw = new RawStream(content);
      try {
        return new Unpacked(new Buffered(raw));
      } catch (FormatException e) {
        raw.close();
        throw e;
      }
    }
  }
}
