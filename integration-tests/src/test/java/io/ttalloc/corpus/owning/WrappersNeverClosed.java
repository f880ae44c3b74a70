package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Batches that group pages and are dropped without being closed. No memory is lost, because only
 * pages hold memory and consumers close the pages one by one.
 */
public final class WrappersNeverClosed {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.WrappersNeverClosed$Batch
          type: batch
          open: [<init>]
          close: [close]
          scope: [<init>]
          frees-owned: true
        - class: io.ttalloc.corpus.owning.WrappersNeverClosed$Page
          type: page
          open: [<init>]
          close: [close]
          bytes: sizeBytes()
      """;

  private WrappersNeverClosed() {}

  static final class Page implements AutoCloseable {
    private final int number;

    Page(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    int sizeBytes() {
      return 8192;
    }

    @Override
    public void close() {}
  }

  static final class Batch implements AutoCloseable {
    private final List<Page> pages;

    Batch(int first, int count) {
      pages =
          IntStream.range(first, first + count).mapToObj(Page::new).collect(Collectors.toList());
    }

    List<Page> pages() {
      return pages;
    }

    @Override
    public void close() {
      pages.forEach(Page::close);
    }
  }

  /** Takes ownership of the pages of a batch. */
  interface Consumer {
    int consume(List<Page> pages);
  }

  static void run(Consumer consumer) {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      sum += consumer.consume(nextBatch(i).pages());
    }
    System.gc();
    System.out.println(sum);
  }

  static Batch nextBatch(int number) {
    return new Batch(number * 5, 5);
  }

  @Truth(
      why =
          "the copy of the first page of every third batch is not closed; the batches themselves need no close",
      leaks = @Leak(type = "page", count = 7, openedAt = "WrappersNeverClosed$Leaking.consume"))
  public static final class Leaking {
    public static void main(String[] args) {
      run(Leaking::consume);
    }

    static int consume(List<Page> pages) {
      int sum = 0;
      for (Page page : pages) {
        try (page) {
          sum += page.number();
        }
        if (page.number() % 15 == 0) {
          Page copy = new Page(page.number());
          sum += copy.sizeBytes();
        }
      }
      return sum;
    }
  }

  @Truth(
      why =
          "every page and every copy is closed, so the batches around them, dropped unclosed, have nothing left that could leak")
  public static final class Mended {
    public static void main(String[] args) {
      run(Mended::consume);
    }

    static int consume(List<Page> pages) {
      int sum = 0;
      for (Page page : pages) {
        try (page) {
          sum += page.number();
        }
        if (page.number() % 15 == 0) {
          try (Page copy = new Page(page.number())) {
            sum += copy.sizeBytes();
          }
        }
      }
      return sum;
    }
  }
}
