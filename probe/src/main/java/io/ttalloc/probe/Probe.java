package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import org.jspecify.annotations.Nullable;

/**
 * Switches the probe on and off; for the agent alone.
 *
 * <p>There is one probe in a JVM, because woven code can find it only through a static field.
 * Thread-safe.
 */
public final class Probe {
  /** Null while the probe is off. Public for {@link Hooks} alone. */
  public static volatile @Nullable Recorder recorder;

  private Probe() {}

  /**
   * Switches the probe on, and loads and links beforehand what hooks use: a class that is loaded
   * inside a hook that runs inside class loading cannot be loaded ever after.
   *
   * @param captureStacks whether opening stacks are captured
   * @param trace what the user wants to see happen; null if nothing
   * @return whether raw stack keys work in this JVM; if not, every event resolves its stack
   */
  public static boolean start(
      LedgerWriter ledger,
      ProbeRules rules,
      boolean captureStacks,
      @Nullable Trace trace,
      ProbeListener listener) {
    boolean raw = captureStacks && RawStacks.selfTest();
    StackCapture stacks = captureStacks ? new StackCapture(ledger, raw) : null;
    Recorder started = new Recorder(ledger, rules, stacks, trace, listener);
    WarmUp.of(started, rules);
    recorder = started;
    started.watchCollected();
    return raw;
  }

  /** Switches the probe off: hooks do nothing from now on. */
  public static void stop() {
    recorder = null;
  }

  /** Runs a task whose opens and closes are the agent's own and not to be seen. */
  public static void unseen(Runnable task) {
    Recorder current = recorder;
    if (current == null) {
      task.run();
    } else {
      current.unseen(task);
    }
  }

  /**
   * Records what the collector has enqueued until now, on the calling thread.
   *
   * @return how many there were
   */
  public static int recordCollected() {
    Recorder current = recorder;
    return current == null ? 0 : current.recordCollected();
  }

  /**
   * From now on {@link #recordCollected} alone notes what the collector takes: nothing is between
   * two threads when it returns 0.
   *
   * @return false if the thread that did so until now has not ended in time
   */
  public static boolean watchNoMore(long millis) throws InterruptedException {
    Recorder current = recorder;
    return current == null || current.watchNoMore(millis);
  }

  /** Records where the threads are that have met a hook; for the end of the process. */
  public static void recordThreads() {
    Recorder current = recorder;
    if (current != null) {
      current.lastStacks.record();
    }
  }

  static void failed(Throwable thrown) {
    Recorder current = recorder;
    if (current != null) {
      current.failed(thrown);
    }
  }
}
