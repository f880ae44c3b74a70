package io.ttalloc.benchmarks.hooks;

/** A resource whose rule says only what opens it and what closes it. */
final class PlainResource implements AutoCloseable {
  private boolean closed;

  PlainResource() {}

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
