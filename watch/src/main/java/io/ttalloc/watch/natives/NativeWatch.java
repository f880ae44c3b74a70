package io.ttalloc.watch.natives;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a command without a server can know of native processes: it reads what they publish, and
 * asks a monitor for the rest. For one thread, which never waits for the monitor in {@link #next}.
 */
public final class NativeWatch implements Closeable {
  private static final long ASK_MILLIS = 1_000;

  private final Supplier<NativeState> counters;
  private final @Nullable MonitorClient monitor;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread asking;
  private volatile NativeState answered = NativeState.NONE;

  /**
   * A watch that has read nothing yet.
   *
   * @param counters reads what processes publish
   * @param monitor null if none is to be asked
   */
  public NativeWatch(Supplier<NativeState> counters, @Nullable MonitorClient monitor) {
    this.counters = counters;
    this.monitor = monitor;
  }

  /** The current state; waits for the monitor. */
  public NativeState now() {
    NativeState reported = monitor == null ? NativeState.NONE : monitor.ask();
    return reported.with(counters.get());
  }

  /**
   * What the counters are now, and what the monitor answered last. From the first call on it is
   * asked again a second after each answer.
   */
  public NativeState next() {
    if (asking == null && monitor != null) {
      asking = new Thread(() -> askAgainAndAgain(monitor), "tt-alloc-ask");
      asking.setDaemon(true);
      asking.start();
    }
    return answered.with(counters.get());
  }

  /** The thread that asks. */
  private void askAgainAndAgain(MonitorClient of) {
    try {
      do {
        answered = of.ask();
      } while (!closed.await(ASK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread that asks, soon. */
  @Override
  public void close() {
    closed.countDown();
    if (asking != null) {
      asking.interrupt();
    }
  }
}
