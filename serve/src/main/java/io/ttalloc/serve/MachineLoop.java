package io.ttalloc.serve;

import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ProcessEvents;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the machine at an interval, keeps the latest state, and notifies listeners of each state.
 * The state may be read by any thread.
 */
final class MachineLoop implements Closeable {
  private final MachineWatch watch;
  private final Duration interval;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile MachineState latest;

  MachineLoop(MachineWatch watch, Duration interval) {
    this.watch = watch;
    this.interval = interval;
    this.latest = watch.next();
  }

  MachineState latest() {
    return latest;
  }

  /** Returns the events between the latest two states; for the listener of {@link #run}. */
  List<ProcessEvents> events() {
    return watch.events();
  }

  /**
   * Reads on the calling thread until {@link #close}, and then once more.
   *
   * @param listener is notified of the first state and of each further one
   */
  void run(Consumer<MachineState> listener) throws InterruptedException {
    try {
      listener.accept(latest);
      boolean last;
      do {
        last = stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS);
        latest = watch.next();
        listener.accept(latest);
      } while (!last);
    } finally {
      watch.close();
    }
  }

  /** Makes {@link #run} end soon. */
  @Override
  public void close() {
    stopped.countDown();
  }
}
