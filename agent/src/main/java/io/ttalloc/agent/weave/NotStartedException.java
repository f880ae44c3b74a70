package io.ttalloc.agent.weave;

/**
 * Thrown if another thread is still starting tracking, and this thread must not wait any longer.
 */
final class NotStartedException extends Exception {
  private static final long serialVersionUID = 1;

  NotStartedException() {
    super("tracking has not started yet", null, false, false);
  }
}
