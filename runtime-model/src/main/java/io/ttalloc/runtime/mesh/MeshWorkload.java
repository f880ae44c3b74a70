package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.program.CachedProgram;
import io.ttalloc.runtime.program.Program;
import java.util.function.Supplier;

/**
 * The programs that run together on the chips of a mesh.
 *
 * <p>Only the outside; {@link MeshWorkloadImpl} holds the matter. Used by one thread at a time.
 */
public final class MeshWorkload implements CachedProgram {
  private final MeshWorkloadImpl impl = new MeshWorkloadImpl();

  /** The matter of the workload. */
  public MeshWorkloadImpl impl() {
    return impl;
  }

  /** What a person calls it. */
  public String name() {
    return "MeshWorkload#" + impl.id();
  }

  /** Builds a program for a range of chips; the workload owns it from its first moment. */
  public void addProgram(MeshCoordinateRange range, Supplier<Program> factory) {
    impl.addProgram(range, factory);
  }

  @Override
  public void close() {
    impl.close();
  }
}
