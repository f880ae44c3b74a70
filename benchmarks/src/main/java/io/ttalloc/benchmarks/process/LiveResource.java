package io.ttalloc.benchmarks.process;

/**
 * The resource that is opened in millions. It has 16 bytes without the agent; the field that the
 * agent adds makes it 24, so, because of alignment, the figure per object is the worst case.
 */
final class LiveResource implements AutoCloseable {
  private final int id;

  LiveResource(int id) {
    this.id = id;
  }

  int id() {
    return id;
  }

  @Override
  public void close() {}
}
