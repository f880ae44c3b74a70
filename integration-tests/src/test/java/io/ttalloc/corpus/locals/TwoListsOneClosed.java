package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison that keeps the old and the new pages in two lists, and ends the process after
 * closing only one of them.
 */
public final class TwoListsOneClosed {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.TwoListsOneClosed$Page
          type: page
          open: [<init>]
          close: [close]
          label: $0
      """;

  private TwoListsOneClosed() {}

  /** A page of a file. */
  static final class Page implements AutoCloseable {
    private String text;

    Page(String text) {
      this.text = text;
    }

    @Override
    public void close() {
      text = "";
    }

    @Override
    public String toString() {
      return text;
    }
  }

  static List<Page> openOld() {
    List<Page> pages = new ArrayList<>();
    for (int page = 0; page < 5; page++) {
      pages.add(new Page("old " + page));
    }
    return pages;
  }

  static List<Page> openNew() {
    List<Page> pages = new ArrayList<>();
    for (int page = 0; page < 3; page++) {
      pages.add(new Page("new " + page));
    }
    return pages;
  }

  static void compare(List<Page> one, List<Page> other) {
    if (!one.toString().equals(other.toString())) {
      System.out.println("they differ");
      System.exit(0);
    }
  }

  @Truth(
      why = "the finally block closes the list of the new pages; no line closes the old ones",
      leaks =
          @Leak(
              type = "page",
              count = 5,
              openedAt = "TwoListsOneClosed.openOld",
              heldBy = "the local list of main"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      List<Page> before = openOld();
      List<Page> after = openNew();
      try {
        compare(before, after);
        System.out.println(before.size());
      } finally {
        for (Page page : after) {
          page.close();
        }
      }
    }
  }

  @Truth(why = "the finally blocks would have closed both lists")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      List<Page> before = openOld();
      try {
        List<Page> after = openNew();
        try {
          compare(before, after);
        } finally {
          after.forEach(Page::close);
        }
      } finally {
        before.forEach(Page::close);
      }
    }
  }
}
