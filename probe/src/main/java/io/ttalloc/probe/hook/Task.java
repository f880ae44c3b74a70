package io.ttalloc.probe.hook;

/**
 * A task during which nothing is recorded. Not a {@link Runnable}: other agents weave their own
 * calls into every Runnable, and this one runs while the agent itself weaves.
 */
public interface Task {
  /** Runs the task. */
  void run();
}
