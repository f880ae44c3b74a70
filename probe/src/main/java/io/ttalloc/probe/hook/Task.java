package io.ttalloc.probe.hook;

/**
 * A task during which nothing is recorded. Not a {@link Runnable}: other agents weave their own
 * calls into every Runnable, and a task runs while the agent itself is weaving.
 */
public interface Task {
  /** Runs the task. */
  void run();
}
