package io.ttalloc.agent.exit;

import org.jspecify.annotations.Nullable;

/**
 * A task that runs at exit, once, unless it is cancelled before. The JVM has no way to take back
 * what is registered for a shutdown slot; what is cancelled here is not kept reachable by it.
 */
final class ExitTask implements Runnable {
  // Not an AtomicReference: at exit the heap may be full, and its first use allocates.
  private @Nullable Runnable task;

  ExitTask(Runnable task) {
    this.task = task;
  }

  /** Cancels it; false if it has begun or was cancelled before. */
  boolean cancel() {
    return taken() != null;
  }

  private synchronized @Nullable Runnable taken() {
    Runnable now = task;
    task = null;
    return now;
  }

  @Override
  public void run() {
    Runnable now = taken();
    if (now != null) {
      now.run();
    }
  }
}
