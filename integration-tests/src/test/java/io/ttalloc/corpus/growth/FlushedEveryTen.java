package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/** An index that collects segments, and merges them when there are ten. */
public final class FlushedEveryTen {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.FlushedEveryTen$Segment
          type: segment
          open: [<init>]
          close: [delete]
          label: $0
      """;

  private FlushedEveryTen() {}

  /** A segment on disk. */
  static final class Segment {
    private final int number;
    private boolean deleted;

    Segment(int number) {
      this.number = number;
    }

    int entries() {
      return deleted ? 0 : number + 1;
    }

    void delete() {
      deleted = true;
    }
  }

  /** An index that merges its segments. */
  static final class Index {
    private final int firstToDelete;
    private final List<Segment> segments = new ArrayList<>();
    private long merged;

    Index(int firstToDelete) {
      this.firstToDelete = firstToDelete;
    }

    void add(int number) {
      segments.add(newSegment(number));
      if (segments.size() == 10) {
        mergeAll();
      }
    }

    private static Segment newSegment(int number) {
      return new Segment(number);
    }

    private void mergeAll() {
      for (Segment segment : segments) {
        merged += segment.entries();
      }
      for (int i = firstToDelete; i < segments.size(); i++) {
        segments.get(i).delete();
      }
      segments.clear();
    }

    static void addAll(Index index) {
      for (int number = 0; number < 500; number++) {
        index.add(number);
        TtAlloc.mark("segment");
      }
      System.out.println(index.merged + " entries merged, " + index.segments.size() + " left");
    }
  }

  @Truth(
      why = "a merge deletes the segments from the second on, so one of every ten is left behind",
      leaks = @Leak(type = "segment", count = 50, openedAt = "FlushedEveryTen$Index.newSegment"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Index.addAll(new Index(1));
    }
  }

  @Truth(
      why =
          "the number of segments rises to nine and falls to none: each merge deletes all of them")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Index.addAll(new Index(0));
    }
  }
}
