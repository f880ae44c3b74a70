package io.ttalloc.benchmarks.hooks;

/** A resource whose rule only says which methods open and close it. */
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
