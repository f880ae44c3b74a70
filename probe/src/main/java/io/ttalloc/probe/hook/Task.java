package io.ttalloc.probe.hook;

/**
 * A task during which nothing is recorded. Not a {@link Runnable}: other agents put calls of their
 * own into every class that is one, and the agent runs this while it weaves.
 */
public interface Task {
  /** Runs the task. */
  void run();
}
