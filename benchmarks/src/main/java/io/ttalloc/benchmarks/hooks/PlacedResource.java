package io.ttalloc.benchmarks.hooks;

/** A resource of which its rule records what is recorded of a device buffer. */
final class PlacedResource implements AutoCloseable {
  /** Where it lies. */
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
