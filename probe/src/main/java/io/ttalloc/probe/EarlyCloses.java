package io.ttalloc.probe;

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
  private static final int MOST = 16;

  private final ArrayList<@Nullable WeakReference<Object>> objects =
      new ArrayList<>(Collections.nCopies(MOST, null));
  private int next;

  /** How many are remembered. Usually none, and then there is nothing to search. */
  private volatile int count;

  synchronized void add(Object object) {
    if (objects.set(next, new WeakReference<>(object)) == null) {
      count = count + 1;
    }
    next = (next + 1) % MOST;
  }

  /** Forgets an object; true if it was closed before it was opened. */
  boolean remove(Object object) {
    return count != 0 && find(object);
  }

  private synchronized boolean find(Object object) {
    for (int i = 0; i < MOST; i++) {
      WeakReference<Object> known = objects.get(i);
      if (known != null && known.refersTo(object)) {
        objects.set(i, null);
        count = count - 1;
        return true;
      }
    }
    return false;
  }
}
