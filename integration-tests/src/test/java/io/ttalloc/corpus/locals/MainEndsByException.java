package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Iterator;
import java.util.List;

/** A copy that fails in the middle with an exception, which ends the process with status 1. */
public final class MainEndsByException {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.MainEndsByException$Reader
          type: reader
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.locals.MainEndsByException$Writer
          type: writer
          open: [<init>]
          close: [close]
      """;

  private MainEndsByException() {}

  /** Thrown for a line that cannot be read. */
  static final class BrokenLineException extends RuntimeException {
    BrokenLineException(String line) {
      super("broken line: " + line);
    }
  }

  /** Reads lines. */
  static final class Reader implements AutoCloseable {
    private final Iterator<String> lines = List.of("1", "2", "x").iterator();
    private boolean closed;

    String read() {
      String line = lines.next();
      if (closed || line.equals("x")) {
        throw new BrokenLineException(line);
      }
      return line;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Writes lines. */
  static final class Writer implements AutoCloseable {
    private final StringBuilder text = new StringBuilder();

    void write(String line) {
      text.append(line);
    }

    @Override
    public void close() {
      text.setLength(0);
    }
  }

  static void copy(Reader reader, Writer writer) {
    for (int line = 0; line < 3; line++) {
      writer.write(reader.read());
    }
  }

  @Truth(
      why = "the lines that close reader and writer come after the copy, which throws",
      leaks = {
        @Leak(type = "reader", count = 1, openedAt = "MainEndsByException$Leaking.copyFile"),
        @Leak(type = "writer", count = 1, openedAt = "MainEndsByException$Leaking.copyFile")
      })
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      copyFile();
    }

    private static void copyFile() {
      Reader reader = new Reader();
      Writer writer = new Writer();
      copy(reader, writer);
      reader.close();
      writer.close();
    }
  }

  @Truth(why = "try-with-resources closes both before the exception ends main")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      copyFile();
    }

    private static void copyFile() {
      try (Reader reader = new Reader();
          Writer writer = new Writer()) {
        copy(reader, writer);
      }
    }
  }
}
