package io.ttalloc.ledger.mapped;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Segments that a thread took from the file but did not need, because another thread had just begun
 * a new one. They are kept for the next thread that needs a segment.
 *
 * <p>Holds at most {@link Growth#MAX_AHEAD} segments; further ones are never used. Lock-free.
 */
public final class Spares {
  private final AtomicIntegerArray kept = new AtomicIntegerArray(Growth.MAX_AHEAD);

  /** Removes and returns a segment; 0 if there is none. */
  public int take() {
    for (int index = 0; index < kept.length(); index++) {
      int found = kept.get(index) == 0 ? 0 : kept.getAndSet(index, 0);
      if (found != 0) {
        return found;
      }
    }
    return 0;
  }

  public void keep(int spare) {
    for (int index = 0; index < kept.length(); index++) {
      if (kept.compareAndSet(index, 0, spare)) {
        return;
      }
    }
  }
}
