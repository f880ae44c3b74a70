package io.ttalloc.benchmarks.process;

/**
 * What is held open by the million. 16 bytes without the agent; the field that the agent adds makes
 * it 24, so the figure per object contains the worst case of alignment.
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
