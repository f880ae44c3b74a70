package io.ttalloc.runtime.device;

/** A queue of commands to one chip; it owns nothing. Thread-safe. */
public final class CommandQueue implements AutoCloseable {
  private final String sessionName;
  private final int id;
  private volatile boolean open = true;

  CommandQueue(String sessionName, int id) {
    this.sessionName = sessionName;
    this.id = id;
  }

  /** The queue's number on its chip. */
  public int id() {
    return id;
  }

  /**
   * Waits for everything that was enqueued; the model runs commands at once, so there is nothing.
   *
   * @throws IllegalStateException if the queue is closed
   */
  public void finish() {
    if (!open) {
      throw new IllegalStateException(
          "Command queue %d of session %s is closed".formatted(id, sessionName));
    }
  }

  @Override
  public void close() {
    open = false;
  }
}
