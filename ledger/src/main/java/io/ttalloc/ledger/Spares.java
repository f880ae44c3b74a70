package io.ttalloc.ledger;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Segments that were taken by threads that came second, kept for the next one that needs a segment.
 *
 * <p>As many as the file ever has ready ahead of need: what does not fit is lost. Lock-free.
 */
final class Spares {
  private final AtomicIntegerArray kept = new AtomicIntegerArray(Growth.MOST_AHEAD);

  /** One that was kept; 0 if there is none. */
  int take() {
    for (int place = 0; place < kept.length(); place++) {
      int found = kept.get(place) == 0 ? 0 : kept.getAndSet(place, 0);
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  void keep(int spare) {
    for (int place = 0; place < kept.length(); place++) {
      if (kept.compareAndSet(place, 0, spare)) {
        return;
      }
    }
  }
}
