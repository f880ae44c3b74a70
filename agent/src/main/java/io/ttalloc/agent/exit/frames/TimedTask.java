package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.loading.OwnContext;

/**
 * Runs application code, which may block forever, on a separate thread with a time limit.
 * Stateless.
 */
public final class TimedTask {
  private static final int STACK_BYTES = 1 << 20;

  private TimedTask() {}

  /**
   * Runs a task. A task that has not ended in time keeps running.
   *
   * @param name the name of the thread
   * @param millis the time limit
   * @return whether the task has ended
   * @throws InterruptedException if the calling thread was interrupted
   * @throws OutOfMemoryError if no thread could be created
   */
  public static boolean run(String name, Runnable task, long millis) throws InterruptedException {
    Thread thread = new Thread(OwnContext.rootGroup(), task, name, STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
    thread.join(millis);
    return !thread.isAlive();
  }
}
