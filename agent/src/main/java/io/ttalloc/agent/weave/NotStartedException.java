package io.ttalloc.agent.weave;

/** Tracking is still being started by another thread, and this thread must not wait any longer. */
final class NotStartedException extends Exception {
  private static final long serialVersionUID = 1;

  NotStartedException() {
    super("tracking has not started yet", null, false, false);
  }
}
