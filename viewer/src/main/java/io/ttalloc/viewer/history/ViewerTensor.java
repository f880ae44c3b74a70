package io.ttalloc.viewer.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A tensor, with the memory that it owns while it is open. The ledger does not contain the shape or
 * data type of a tensor, or the memory of a closed tensor. Not thread-safe.
 */
public final class ViewerTensor {
  static final String TYPE = "tensor";

  private final ViewerOperation producer;
  private final long openedNanos;
  private final long closedNanos;
  private final List<PlacedBuffer> buffers = new ArrayList<>();

  /**
   * Creates a tensor.
   *
   * @param closedNanos the time when the tensor was closed; {@link PlacedBuffer#NEVER} if it is
   *     open
   */
  ViewerTensor(ViewerOperation producer, long openedNanos, long closedNanos) {
    this.producer = producer;
    this.openedNanos = openedNanos;
    this.closedNanos = closedNanos;
  }

  void owns(PlacedBuffer buffer) {
    buffers.add(buffer);
  }

  /** The operation that opened the tensor. */
  public ViewerOperation producer() {
    return producer;
  }

  long openedNanos() {
    return openedNanos;
  }

  /** The time when the tensor was closed; {@link PlacedBuffer#NEVER} if it is open. */
  public long closedNanos() {
    return closedNanos;
  }

  /** Whether the tensor was never closed. */
  public boolean isOpen() {
    return closedNanos == PlacedBuffer.NEVER;
  }

  /** The tensor's memory on devices; empty if the tensor is closed or owns none. */
  public List<PlacedBuffer> buffers() {
    return buffers;
  }
}
