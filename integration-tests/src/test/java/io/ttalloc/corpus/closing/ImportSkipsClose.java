package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** A nightly import in which a bad line causes an exception that skips the close. */
public final class ImportSkipsClose {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.ImportSkipsClose$Feed
          type: feed
          open: [<init>]
          close: [close]
          label: name()
      """;

  private ImportSkipsClose() {}

  /** The connection to one supplier's feed. */
  static final class Feed {
    private final String name;
    private final List<String> lines;
    private boolean closed;

    Feed(String name, List<String> lines) {
      this.name = name;
      this.lines = lines;
    }

    String name() {
      return name;
    }

    List<String> lines() {
      if (closed) {
        throw new IllegalStateException(name + " is closed");
      }
      return lines;
    }

    void close() {
      closed = true;
    }
  }

  /** Runs an import for each supplier and continues after failures, as a nightly batch does. */
  static void runBatch(ToIntFunction<Integer> importer) {
    List<Integer> failed = new ArrayList<>();
    int rows = 0;
    for (int supplier = 1; supplier < 120; supplier++) {
      try {
        rows += importer.applyAsInt(supplier);
      } catch (NumberFormatException e) {
        failed.add(supplier);
      }
    }
    System.out.println(rows + " rows, failed suppliers: " + failed);
  }

  static List<String> linesOf(int supplier) {
    return supplier % 7 == 0 ? List.of("12", "n/a", "14") : List.of("12", "13");
  }

  static int sum(Feed feed) {
    int sum = 0;
    for (String line : feed.lines()) {
      sum += Integer.parseInt(line);
    }
    return sum;
  }

  @Truth(
      why =
          "a line that is not a number throws past the close, and the batch catches it two frames further out",
      leaks = @Leak(type = "feed", count = 17, openedAt = "ImportSkipsClose$Leaking.importFeed"))
  public static final class Leaking {
    public static void main(String[] args) {
      runBatch(Leaking::importFeed);
    }

    static int importFeed(int supplier) {
      Feed feed = new Feed("supplier-" + supplier, linesOf(supplier));
      int sum = sum(feed);
      feed.close();
      return sum;
    }
  }

  @Truth(why = "the close is in a finally block, so the same exceptions pass through it")
  public static final class Mended {
    public static void main(String[] args) {
      runBatch(Mended::importFeed);
    }

    static int importFeed(int supplier) {
      Feed feed = new Feed("supplier-" + supplier, linesOf(supplier));
      try {
        return sum(feed);
      } finally {
        feed.close();
      }
    }
  }
}
