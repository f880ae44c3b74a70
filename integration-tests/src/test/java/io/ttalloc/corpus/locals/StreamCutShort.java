package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A query that returns its rows as a stream; closing the stream closes the cursor. Most callers
 * want only one row.
 */
public final class StreamCutShort {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.StreamCutShort$Cursor
          type: cursor
          open: [open]
          close: [close]
          label: $0.text()
      """;

  private StreamCutShort() {}

  record Query(String text) {}

  /** A cursor in the database. */
  static final class Cursor implements AutoCloseable {
    private int row;

    static Cursor open(Query query) {
      Cursor cursor = new Cursor();
      cursor.row = query.text().length();
      return cursor;
    }

    String next() {
      row++;
      return "row " + row;
    }

    @Override
    public void close() {
      row = -1;
    }
  }

  /** The repository that callers use. */
  static final class Repository {
    private Repository() {}

    static Stream<String> rows(Query query) {
      Cursor cursor = Cursor.open(query);
      return Stream.generate(cursor::next).limit(50).onClose(cursor::close);
    }
  }

  @Truth(
      why = "findFirst ends the stream's work without closing it, so its cursor stays open",
      leaks = @Leak(type = "cursor", count = 12, openedAt = "StreamCutShort$Repository.rows"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      long found =
          IntStream.range(0, 12)
              .mapToObj(user -> new Query("user = " + user))
              .map(Leaking::first)
              .flatMap(Optional::stream)
              .count();
      System.out.println(found + " found");
    }

    private static Optional<String> first(Query query) {
      return Repository.rows(query).filter(row -> row.endsWith("0")).findFirst();
    }
  }

  @Truth(why = "the stream is closed by try-with-resources, and flatMap closes what it has read")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      long found =
          IntStream.range(0, 12)
              .mapToObj(user -> new Query("user = " + user))
              .map(Mended::first)
              .flatMap(Optional::stream)
              .count();
      long all = Stream.of(new Query("a"), new Query("b")).flatMap(Repository::rows).count();
      System.out.println(found + " found of " + all);
    }

    private static Optional<String> first(Query query) {
      try (Stream<String> rows = Repository.rows(query)) {
        return rows.filter(row -> row.endsWith("0")).findFirst();
      }
    }
  }
}
