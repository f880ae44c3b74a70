package io.ttalloc.agent.exit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs at exit, once, unless it is cancelled before. The JVM has no way to take back
 * what is registered for a shutdown slot; what is cancelled here is not kept reachable by it.
 */
final class ExitTask implements Runnable {
  private final AtomicReference<@Nullable Runnable> task;

  ExitTask(Runnable task) {
    this.task = new AtomicReference<>(task);
  }

  /** Cancels it; false if it has begun or was cancelled before. */
  boolean cancel() {
    return task.getAndSet(null) != null;
  }

  @Override
  public void run() {
    Runnable now = task.getAndSet(null);
    if (now != null) {
      now.run();
    }
  }
}
