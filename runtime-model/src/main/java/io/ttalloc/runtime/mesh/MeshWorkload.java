package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.program.CachedProgram;
import io.ttalloc.runtime.program.Program;
import java.util.function.Supplier;

/**
 * The programs that run together on the chips of a mesh.
 *
 * <p>This is the public API; {@link MeshWorkloadImpl} holds the contents. Used by one thread at a
 * time.
 */
public final class MeshWorkload implements CachedProgram {
  private final MeshWorkloadImpl impl = new MeshWorkloadImpl();

  /** The contents of the workload. */
  public MeshWorkloadImpl impl() {
    return impl;
  }

  /** A human-readable name of this workload. */
  public String name() {
    return "MeshWorkload#" + impl.id();
  }

  /**
   * Builds and adds a program for a range of chips; the workload owns the program from the start.
   */
  public void addProgram(MeshCoordinateRange range, Supplier<Program> factory) {
    impl.addProgram(range, factory);
  }

  @Override
  public void close() {
    impl.close();
  }
}
