package io.ttalloc.watch.natives;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects everything that a command without a server can find out about native processes: reads
 * the counters that they publish, and asks a monitor for the rest. Must be used by a single thread;
 * {@link #next} never waits for the monitor.
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
   * @param counters reads the counters that processes publish
   * @param monitor the monitor to ask; null for none
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

  /** Asks the monitor repeatedly, in a separate thread. */
  private void askAgainAndAgain(MonitorClient of) {
    try {
      do {
        answered = of.ask();
      } while (!closed.await(ASK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the thread that asks the monitor end soon; does not wait for it. */
  @Override
  public void close() {
    closed.countDown();
    if (asking != null) {
      asking.interrupt();
    }
  }
}
