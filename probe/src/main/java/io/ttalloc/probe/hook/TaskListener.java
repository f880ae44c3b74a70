package io.ttalloc.probe.hook;

import org.jspecify.annotations.Nullable;

/**
 * Is notified of tasks of the JDK's executors and of threads, so that the implementation knows
 * which code submitted the running task. Called on the application's threads; must not block.
 * Implementations are thread-safe.
 */
public interface TaskListener {
  /**
   * The calling thread has created a task, has submitted it to an executor, or is starting it as a
   * thread.
   */
  void made(Object task);

  /**
   * The calling thread begins to run a task.
   *
   * @param task null if from now on the thread runs the tasks of a pool, one after the other
   */
  void begins(@Nullable Object task);

  /** The calling thread has run a task. */
  void ended(@Nullable Object task);
}
