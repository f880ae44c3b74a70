package io.ttalloc.watch.natives;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a command without a server can know about native processes: reads the counters that
 * they publish, and asks a monitor for the rest. For use by a single thread, which never waits for
 * the monitor in {@link #next}.
 */
public final class NativeWatch implements Closeable {
  private static final long ASK_MILLIS = 1_000;

  private final Supplier<NativeState> counters;
  private final @Nullable MonitorClient monitor;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread asking;
  private volatile NativeState answered = NativeState.NONE;

  /**
   * Creates a watch that has read nothing yet.
   *
   * @param counters reads what processes publish
   * @param monitor null if no monitor is to be asked
   */
  public NativeWatch(Supplier<NativeState> counters, @Nullable MonitorClient monitor) {
    this.counters = counters;
    this.monitor = monitor;
  }

  /** Returns the current state; waits for the monitor. */
  public NativeState now() {
    NativeState reported = monitor == null ? NativeState.NONE : monitor.ask();
    return reported.with(counters.get());
  }

  /**
   * Returns the current counters and the monitor's last answer. Starting with the first call, the
   * monitor is asked again one second after each answer.
   */
  public NativeState next() {
    if (asking == null && monitor != null) {
      asking = new Thread(() -> askAgainAndAgain(monitor), "tt-alloc-ask");
      asking.setDaemon(true);
      asking.start();
    }
    return answered.with(counters.get());
  }

  /** Runs in the thread that asks the monitor. */
  private void askAgainAndAgain(MonitorClient of) {
    try {
      do {
        answered = of.ask();
      } while (!closed.await(ASK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the thread that asks the monitor end soon. */
  @Override
  public void close() {
    closed.countDown();
    if (asking != null) {
      asking.interrupt();
    }
  }
}
