package io.ttalloc.monitor.natives;

import io.ttalloc.monitor.regions.RegionReader;
import java.io.Closeable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a command without a server can know of TT-Metal's own processes: it reads the regions, and
 * asks a monitor for the rest. For one thread, which never waits for the monitor in {@link #next}.
 */
public final class NativeWatch implements Closeable {
  private static final long ASK_MILLIS = 1_000;

  private final RegionReader regions;
  private final @Nullable MonitorClient monitor;
  private @Nullable ScheduledExecutorService asking;
  private volatile NativeState answered = NativeState.NONE;

  /**
   * A watch that has read nothing yet.
   *
   * @param monitor null if none is to be asked
   */
  public NativeWatch(RegionReader regions, @Nullable MonitorClient monitor) {
    this.regions = regions;
    this.monitor = monitor;
  }

  /** What is known now; waits for the monitor. */
  public NativeState now() {
    NativeState told = monitor == null ? NativeState.NONE : monitor.ask();
    return told.with(RegionProcesses.read(regions));
  }

  /**
   * What the regions say now, and what the monitor answered last. From the first call on it is
   * asked again a second after each answer.
   */
  public NativeState next() {
    if (asking == null && monitor != null) {
      asking = Executors.newSingleThreadScheduledExecutor(NativeWatch::thread);
      asking.scheduleWithFixedDelay(() -> ask(monitor), 0, ASK_MILLIS, TimeUnit.MILLISECONDS);
    }
    return answered.with(RegionProcesses.read(regions));
  }

  private void ask(MonitorClient of) {
    answered = of.ask();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "tt-alloc-ask");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    if (asking != null) {
      asking.shutdownNow();
    }
  }
}
