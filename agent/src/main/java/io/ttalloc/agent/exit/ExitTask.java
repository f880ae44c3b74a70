package io.ttalloc.agent.exit;

import org.jspecify.annotations.Nullable;

/**
 * A task that runs once at exit, unless it is cancelled first. The JVM cannot unregister a task
 * from a shutdown slot, so this object stays registered. When the task is cancelled, this object
 * drops its reference to the task, which can then be collected.
 */
final class ExitTask implements Runnable {
  // Not an AtomicReference: its first use allocates, and the heap may be full at exit.
  private @Nullable Runnable task;

  ExitTask(Runnable task) {
    this.task = task;
  }

  /** Cancels the task. Returns false if the task has begun or has already been cancelled. */
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
