package io.ttalloc.runtime.program;

/** An entry of a program cache: a program, or a workload of a mesh. */
public interface CachedProgram extends AutoCloseable {
  @Override
  void close();
}
