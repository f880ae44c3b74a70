package io.ttalloc.viewer.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A tensor that is open, with the memory that it owns. The ledger knows neither its shape nor its
 * type. Not thread-safe.
 */
public final class LiveTensor {
  static final String TYPE = "tensor";

  private final int id;
  private final ViewerOperation producer;
  private final List<PlacedBuffer> buffers = new ArrayList<>();

  LiveTensor(int id, ViewerOperation producer) {
    this.id = id;
    this.producer = producer;
  }

  void owns(PlacedBuffer buffer) {
    buffers.add(buffer);
  }

  /** The number of its slot in the ledger. */
  public int id() {
    return id;
  }

  /** The operation that opened it. */
  public ViewerOperation producer() {
    return producer;
  }

  /** Its memory on devices; empty if it has none of its own. */
  public List<PlacedBuffer> buffers() {
    return buffers;
  }
}
