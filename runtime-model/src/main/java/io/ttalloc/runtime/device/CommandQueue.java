package io.ttalloc.runtime.device;

/** A queue of commands for one chip; it owns no resources. Thread-safe. */
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
   * Waits until all enqueued commands have finished. The model runs commands immediately, so there
   * is nothing to wait for.
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
