package io.ttalloc.probe.close;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were closed before they were opened: a constructor may close its own object, or pass
 * it to a thread that does. The opening is recorded when the constructor returns, and with it the
 * close, since no other would ever follow.
 *
 * <p>Remembers the last {@link #MOST}. Thread-safe.
 */
final class EarlyCloses {
  /** Instead of a misuse: the object was not closed before. */
  static final int NOT_THERE = -2;

  /** Instead of a misuse: its close was not counted as one of something unknown. */
  static final int UNCOUNTED = -1;

  private static final int MOST = 16;

  private final ArrayList<@Nullable WeakReference<Object>> objects =
      new ArrayList<>(Collections.nCopies(MOST, null));

  /** As what the close of each was counted. */
  private final int[] misuses = new int[MOST];

  private int next;

  /** How many are remembered. Usually none, and then there is nothing to search. */
  private volatile int count;

  /**
   * Remembers an object, by a reference to it. Allocates nothing.
   *
   * @param misuse as what its close was counted; 0 if as no misuse, but in the sum of them
   */
  synchronized void add(WeakReference<Object> object, int misuse) {
    misuses[next] = misuse;
    if (objects.set(next, object) == null) {
      count = count + 1;
    }
    next = (next + 1) % MOST;
  }

  /** Forgets an object that was closed before it was opened; answers what was counted for that. */
  int remove(Object object) {
    return count == 0 ? NOT_THERE : find(object);
  }

  private synchronized int find(Object object) {
    for (int i = 0; i < MOST; i++) {
      WeakReference<Object> known = objects.get(i);
      if (known != null && known.refersTo(object)) {
        objects.set(i, null);
        count = count - 1;
        return misuses[i];
      }
    }
    return NOT_THERE;
  }
}
