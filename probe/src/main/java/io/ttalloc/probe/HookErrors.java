package io.ttalloc.probe;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts what goes wrong inside hooks, and past {@link #MAX} errors switches the probe off, since
 * then it does more harm than good; at once if the ledger is broken. Thread-safe.
 */
final class HookErrors {
  static final int MAX = 1000;

  private final LedgerWriter ledger;
  private final ProbeListener listener;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean off = new AtomicBoolean();

  /**
   * Errors that are not in the ledger yet. Whoever catches one adds it here before the call of
   * {@link #failed}, since at the end of the stack that call may fail as well. Not exact between
   * threads: that it is not 0 is what matters.
   */
  int uncounted;

  HookErrors(LedgerWriter ledger, ProbeListener listener) {
    this.ledger = ledger;
    this.listener = listener;
  }

  /** Counts what could not be counted where it was caught. */
  void countRest() {
    for (; uncounted > 0; uncounted--) {
      ledger.hookError();
    }
  }

  /**
   * Counts an error that was added to {@link #uncounted}. Throws nothing, but for one: a thread
   * that another stops ({@code Thread.stop}) is to end, and not at the hook that it happened to be
   * in.
   */
  void failed(Throwable thrown) {
    try {
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
      ledger.hookError();
      uncounted--;
    } catch (Throwable e) {
      // Nothing is left to tell it to; the count is in the ledger.
    }
    // By name: the class is deprecated, to be removed.
    if (thrown.getClass().getName().equals("java.lang.ThreadDeath")) {
      throw (Error) thrown;
    }
  }
}
