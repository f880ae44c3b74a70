package io.ttalloc.probe;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.Loss;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what goes wrong inside hooks, and past {@link #MAX} errors switches the probe off, since
 * then it does more harm than good; at once if the ledger is broken. A full heap or stack is no
 * error of a hook, and counted apart. Thread-safe.
 */
final class HookErrors {
  static final int MAX = 1000;

  private static final @Nullable Class<?> STOP = stop();

  private final LedgerWriter ledger;
  private final ProbeListener listener;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean off = new AtomicBoolean();
  private final AtomicBoolean attributeThrew = new AtomicBoolean();

  /**
   * Errors that are not in the ledger yet. Whoever catches one adds it here before the call of
   * {@link #failed}, since that call may fail as well. Not exact between threads: that it is not 0
   * is what matters.
   */
  int uncounted;

  /** Events that a thread had no stack for, and that are not in the ledger yet; as inexact. */
  int withoutStack;

  HookErrors(LedgerWriter ledger, ProbeListener listener) {
    this.ledger = ledger;
    this.listener = listener;
  }

  /** Counts what could not be counted where it was caught. */
  void countRest() {
    for (; uncounted > 0; uncounted--) {
      ledger.hookError();
    }
    for (; withoutStack > 0; withoutStack--) {
      ledger.dropped(Loss.NO_STACK);
    }
  }

  /**
   * Counts an error that was added to {@link #uncounted}. Throws nothing, but for one: a thread
   * that another stops ({@code Thread.stop}) is to end, and not at the hook that it happened to be
   * in.
   */
  void failed(Throwable thrown) {
    try {
      if (thrown instanceof OutOfMemoryError) {
        ledger.dropped(Loss.NO_HEAP);
      } else {
        count(thrown);
      }
      uncounted--;
    } catch (Throwable e) {
      // Nothing is left to tell it to; what is uncounted is counted at the end.
    }
    rethrowStop(thrown);
  }

  /** Throws on what stops a thread. */
  static void rethrowStop(Throwable thrown) {
    if (isStop(thrown)) {
      throw (Error) thrown;
    }
  }

  private static boolean isStop(Throwable thrown) {
    // Not by the name of the thrown one's class: making that may need heap, and there may be none.
    return STOP != null && STOP.isInstance(thrown);
  }

  private static @Nullable Class<?> stop() {
    try {
      // By name: the class is deprecated, to be removed.
      return Class.forName("java.lang.ThreadDeath");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Notes that the application's own code threw where a rule reads it. */
  void attribute(Throwable thrown) {
    rethrowStop(thrown);
    ledger.gap(Gap.ATTRIBUTE_THREW);
    if (attributeThrew.compareAndSet(false, true)) {
      listener.attributeThrew(thrown);
    }
  }

  private void count(Throwable thrown) {
    ledger.hookError();
    if (isStop(thrown)) {
      // It comes from outside: that it comes often says nothing about the probe.
      return;
    }
    int now = count.incrementAndGet();
    if (now == 1) {
      listener.failed(thrown);
    }
    // A mapped file that somebody has cut short answers with this error, from any place.
    boolean hopeless = thrown instanceof InternalError;
    if (now == MAX || (hopeless && off.compareAndSet(false, true))) {
      Probe.stop();
      listener.switchedOff(now);
      ledger.gap(Gap.SWITCHED_OFF);
    }
  }
}
