package io.ttalloc.probe.hook;

/**
 * Something of which nothing is to be recorded. Not a {@link Runnable}: agents beside ours put
 * calls of their own into every class that is one, and the agent calls this while it weaves.
 */
public interface Task {
  /** Does it. */
  void run();
}
