package io.ttalloc.runtime.program;

/** Something that a program cache keeps: a program, or a workload of a mesh. */
public interface CachedProgram extends AutoCloseable {
  @Override
  void close();
}
