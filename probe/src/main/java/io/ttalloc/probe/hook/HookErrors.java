package io.ttalloc.probe.hook;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.rule.ProbeType;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts errors inside hooks. After {@link #MAX} errors, or at once if the ledger is broken,
 * switches the probe off, because it would do more harm than good. A full heap or stack is not an
 * error of the hook, and is counted separately. Thread-safe.
 */
public final class HookErrors {
  public static final int MAX = 1000;

  private final LedgerWriter ledger;
  private final ProbeListener listener;
  private final FullHeap heap;
  private final Task switchOff;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean off = new AtomicBoolean();

  /**
   * @param switchOff switches the probe off
   */
  public HookErrors(LedgerWriter ledger, ProbeListener listener, FullHeap heap, Task switchOff) {
    this.ledger = ledger;
    this.listener = listener;
    this.heap = heap;
    this.switchOff = switchOff;
  }

  /**
   * Counts an error together with the event or detail that was lost because of the error. Throws
   * nothing.
   */
  public void failed(Throwable thrown) {
    try {
      if (thrown instanceof OutOfMemoryError) {
        ledger.dropped(Loss.NO_HEAP);
        heap.failed();
      } else {
        count(thrown);
      }
    } catch (Throwable e) {
      // The error is already counted; only the listener is not notified.
    }
  }

  /** Counts an error, and the opening that was lost because of it. */
  public void openingFailed(Throwable thrown) {
    if (!(thrown instanceof OutOfMemoryError)) {
      ledger.dropped(Loss.HOOK_ERROR);
    }
    failed(thrown);
  }

  /**
   * Records that the application's own code threw an exception while an attribute was read.
   *
   * @param object the opened object; null if the opening returned null, which has no attributes
   * @return the index of the next attribute to read
   */
  public int attribute(@Nullable Object object, ProbeType type, int attribute, Throwable thrown) {
    if (object == null) {
      return ProbeType.ATTRIBUTES;
    }
    ledger.gap(Gap.ATTRIBUTE_THREW);
    String first = type.newlyUnreadable(attribute);
    if (first != null) {
      boolean isKeyed = object instanceof Keyed;
      String className = isKeyed ? type.classes : object.getClass().getName();
      listener.attributeThrew(first, className, thrown);
    }
    return type.nextToRead(attribute, thrown);
  }

  private void count(Throwable thrown) {
    ledger.hookError();
    int now = count.incrementAndGet();
    // The JVM may throw an InternalError anywhere if a mapped file was truncated.
    boolean hopeless = thrown instanceof InternalError;
    boolean switchesOff = now == MAX || (hopeless && off.compareAndSet(false, true));
    if (switchesOff) {
      switchOff.run();
      ledger.gap(Gap.SWITCHED_OFF);
    }
    if (now == 1) {
      listener.failed(thrown);
    }
    if (switchesOff) {
      listener.switchedOff(now);
    }
  }
}
