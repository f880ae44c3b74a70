package io.ttalloc.agent.exit.frames;

/**
 * Runs code of the application, which may wait for ever, on a thread of its own for a limited time.
 * Stateless.
 */
public final class TimedTask {
  private static final int STACK_BYTES = 1 << 20;

  private TimedTask() {}

  /**
   * Runs a task, which goes on if it has not ended in time.
   *
   * @param name of the thread
   * @param millis the time limit
   * @return whether it has ended
   * @throws InterruptedException the calling thread was interrupted
   * @throws OutOfMemoryError no thread could be created
   */
  public static boolean run(String name, Runnable task, long millis) throws InterruptedException {
    Thread thread = new Thread(LiveThreads.rootGroup(), task, name, STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
    thread.join(millis);
    return !thread.isAlive();
  }
}
