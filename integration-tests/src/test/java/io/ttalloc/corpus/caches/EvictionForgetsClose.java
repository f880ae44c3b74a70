package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.LinkedHashMap;
import java.util.Map;

/** An LRU cache of at most 16 open segments. It is still full when the program ends. */
public final class EvictionForgetsClose {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.EvictionForgetsClose$Segment
          type: segment
          open: [<init>]
          close: [close]
          label: number
        - class: io.ttalloc.corpus.caches.EvictionForgetsClose$SegmentCache
          subtypes: true
          type: segment cache
          open: [<init>]
          holder: true
          hold:
            - {method: insert, resource: $1, entry: $0}
          drop:
            - {method: evicted, resource: $0}
      """;

  private EvictionForgetsClose() {}

  static final class Segment implements AutoCloseable {
    private final int number;

    Segment(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    @Override
    public void close() {}
  }

  static class SegmentCache {
    private static final int LIMIT = 16;
    private final Map<Integer, Segment> byNumber = new LinkedHashMap<>(16, 0.75f, true);

    Segment get(int number) {
      Segment cached = byNumber.get(number);
      if (cached == null) {
        cached = new Segment(number);
        insert(number, cached);
      }
      return cached;
    }

    private void insert(int number, Segment segment) {
      byNumber.put(number, segment);
      if (byNumber.size() > LIMIT) {
        Segment eldest = byNumber.values().iterator().next();
        byNumber.remove(eldest.number());
        evicted(eldest);
      }
    }

    /** Called with each evicted segment. */
    void evicted(Segment segment) {}
  }

  static final class ClosingSegmentCache extends SegmentCache {
    @Override
    void evicted(Segment segment) {
      segment.close();
    }
  }

  static void scan(SegmentCache cache) {
    long sum = 0;
    for (int number = 0; number < 500; number++) {
      // Each segment is needed again soon after it was opened, so some of the look-ups hit.
      sum += cache.get(number).number() + cache.get(Math.max(0, number - 5)).number();
    }
    System.out.println(sum);
  }

  @Truth(
      why =
          "the cache forgets 484 segments without closing them; the last 16 it still holds, by design",
      leaks =
          @Leak(type = "segment", count = 484, openedAt = "EvictionForgetsClose$SegmentCache.get"))
  public static final class Leaking {
    private static final SegmentCache CACHE = new SegmentCache();

    public static void main(String[] args) {
      scan(CACHE);
    }
  }

  @Truth(
      why =
          "an evicted segment is closed, and the last 16 are in the cache, which holds that many by design")
  public static final class Mended {
    private static final SegmentCache CACHE = new ClosingSegmentCache();

    public static void main(String[] args) {
      scan(CACHE);
    }
  }
}
