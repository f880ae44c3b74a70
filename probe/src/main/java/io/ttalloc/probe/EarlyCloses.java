package io.ttalloc.probe;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were closed before they were known: a constructor may close what it makes, or hand
 * it to a thread that does. Opening comes when the constructor returns, and would never be followed
 * by a close.
 *
 * <p>Remembers the last few. Thread-safe.
 */
final class EarlyCloses {
  private static final int MOST = 16;

  private final ArrayList<@Nullable WeakReference<Object>> objects =
      new ArrayList<>(Collections.nCopies(MOST, null));
  private int next;

  /** How many are remembered: nearly always none, and then nothing need be looked for. */
  private volatile int count;

  synchronized void add(Object object) {
    if (objects.set(next, new WeakReference<>(object)) == null) {
      count = count + 1;
    }
    next = (next + 1) % MOST;
  }

  /** Whether an object was closed before it was opened; it is forgotten then. */
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
