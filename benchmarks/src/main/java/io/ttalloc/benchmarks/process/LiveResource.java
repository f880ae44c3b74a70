package io.ttalloc.benchmarks.process;

/**
 * The resource that is opened in millions. An instance takes 16 bytes without the agent. The field
 * that the agent adds makes it 24 bytes because of alignment, so the figure per object is the worst
 * case.
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
