package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A parser that keeps its sources in a static list for later queries; the program exits deep inside
 * nested calls.
 */
public final class DebugListOfReaders {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.DebugListOfReaders$Source
          subtypes: true
          type: source
          open: [<init>]
          close: [close]
          label: name
      """;

  private static final List<Object> SEEN = new ArrayList<>();

  private DebugListOfReaders() {}

  /** Something that can be read line by line. */
  abstract static class Source implements AutoCloseable {
    final String name;

    Source(String name) {
      this.name = name;
    }

    abstract String next();

    @Override
    public abstract void close();
  }

  /** A source of plain text; sources with more structure extend this class. */
  static class TextSource extends Source {
    private int line;

    TextSource(String name) {
      super(name);
    }

    @Override
    String next() {
      line++;
      return name + ":" + line;
    }

    @Override
    public void close() {
      line = -1;
    }
  }

  /** A source whose lines have columns. */
  static final class CsvSource extends TextSource {
    CsvSource(String name) {
      super(name.toLowerCase(Locale.ROOT));
    }

    @Override
    String next() {
      return super.next().replace(':', ',');
    }
  }

  static void report(int lines) {
    end("read " + lines + " lines");
  }

  private static void end(String message) {
    System.out.println(message);
    System.exit(0);
  }

  @Truth(
      why = "each source stays open in a static list that exists only for later queries",
      leaks =
          @Leak(
              type = "source",
              count = 3,
              openedAt = "DebugListOfReaders$Leaking.read",
              heldBy = "static DebugListOfReaders.SEEN"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int lines = 0;
      for (String name : List.of("ORDERS", "PARTS", "PRICES")) {
        lines += read(name);
      }
      report(lines);
    }

    private static int read(String name) {
      Source source = new CsvSource(name);
      SEEN.add(source);
      return source.next().isEmpty() ? 0 : 1;
    }
  }

  @Truth(why = "each source is closed when it has been read, and the list keeps only its name")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int lines = 0;
      for (String name : List.of("ORDERS", "PARTS", "PRICES")) {
        lines += read(name);
      }
      report(lines);
    }

    private static int read(String name) {
      try (Source source = new CsvSource(name)) {
        SEEN.add(source.name);
        return source.next().isEmpty() ? 0 : 1;
      }
    }
  }
}
