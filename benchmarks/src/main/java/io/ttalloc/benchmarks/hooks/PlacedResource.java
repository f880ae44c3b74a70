package io.ttalloc.benchmarks.hooks;

/** A resource whose rule records the same attributes as the rule of a device buffer. */
final class PlacedResource implements AutoCloseable {
  /** The kind of memory that contains the resource. */
  enum Space {
    DRAM
  }

  private final long bytes;
  private final long address;
  private boolean closed;

  PlacedResource(long bytes, long address) {
    this.bytes = bytes;
    this.address = address;
  }

  long bytes() {
    return bytes;
  }

  long bankBytes() {
    return bytes / 12;
  }

  long address() {
    return address;
  }

  int deviceId() {
    return 0;
  }

  Space space() {
    return Space.DRAM;
  }

  String sessionName() {
    return "session";
  }

  boolean ownsData() {
    return true;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
