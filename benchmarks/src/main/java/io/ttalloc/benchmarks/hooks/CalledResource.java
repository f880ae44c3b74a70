package io.ttalloc.benchmarks.hooks;

/** A resource whose rule asks for its last call. */
final class CalledResource implements AutoCloseable {
  private long calls;

  CalledResource() {}

  long calls() {
    return calls;
  }

  void call() {
    calls++;
  }

  @Override
  public void close() {
    calls = 0;
  }
}
