package io.ttalloc.probe.hook;

import org.jspecify.annotations.Nullable;

/**
 * Is notified of tasks of the JDK's executors and of threads, to know who has submitted what runs.
 * Called on the application's threads; must not wait. Implementations are thread-safe.
 */
public interface TaskListener {
  /** The calling thread has made a task, has given it to an executor, or starts it as a thread. */
  void made(Object task);

  /**
   * The calling thread begins to run a task.
   *
   * @param task null if the thread runs the tasks of a pool, one after the other, from now on
   */
  void begins(@Nullable Object task);

  /** The calling thread has run a task. */
  void ended(@Nullable Object task);
}
