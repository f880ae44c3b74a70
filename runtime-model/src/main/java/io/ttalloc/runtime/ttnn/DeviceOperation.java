package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.mesh.MeshCoordinateRange;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.MeshWorkload;
import io.ttalloc.runtime.program.CachedProgram;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramCache;
import io.ttalloc.runtime.program.ProgramKey;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One call of an operation on a mesh: what makes it the same as an earlier call, how its program is
 * built, and which addresses it works on this time.
 *
 * <p>Used by the thread that holds the mesh's operation lock.
 */
abstract class DeviceOperation {
  private static final AtomicLong CALLS = new AtomicLong();
  private static final long DROPPED_EVERY = 3;

  private final long call = CALLS.incrementAndGet();

  /** The key by which two calls share a program. */
  abstract ProgramKey key();

  /** Builds the program; it must not remember tensors or addresses. */
  abstract Program buildProgram();

  /** The addresses that the program works on this time. */
  abstract long[] runtimeArguments();

  /** The key under which this mesh keeps the program; under a fault, one of this call alone. */
  private ProgramKey keyOn(MeshDevice mesh) {
    ProgramKey key = key();
    return faultsOf(mesh).has(Fault.UNSTABLE_CACHE_KEY)
        ? new ProgramKey(key.operation(), key.attributes() + " call " + call)
        : key;
  }

  private static boolean isDropped(MeshDevice mesh, MeshWorkload workload) {
    return faultsOf(mesh).has(Fault.WORKLOAD_DROPPED) && workload.impl().id() % DROPPED_EVERY == 0;
  }

  private static Faults faultsOf(MeshDevice mesh) {
    return mesh.view().memory().faults();
  }

  /** Whether the mesh has the compiled program. */
  final boolean isCached(MeshDevice mesh) {
    return mesh.programCache().find(keyOn(mesh)) != null;
  }

  /**
   * A miss: builds, compiles, puts into the cache, enqueues. If the cache is disabled, the workload
   * is closed when it has run; if anything fails, nothing stays behind.
   *
   * @throws IllegalStateException if cache misses are not allowed
   */
  final void createAndCacheMeshWorkload(MeshDevice mesh) {
    ProgramCache cache = mesh.programCache();
    ProgramKey key = keyOn(mesh);
    cache.checkMissAllowed(key);
    MeshWorkload workload = new MeshWorkload();
    boolean cached = false;
    boolean complete = false;
    try {
      workload.addProgram(MeshCoordinateRange.of(mesh.shape()), this::buildProgram);
      workload.impl().setRuntimeArguments(runtimeArguments());
      workload.impl().compile(mesh.view());
      if (cache.isEnabled()) {
        cache.put(key, workload);
        cached = true;
      }
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      complete = true;
    } finally {
      if (cached && !complete) {
        cache.remove(key);
      } else if (!cached && !(complete && isDropped(mesh, workload))) {
        workload.close();
      }
    }
  }

  /** A hit: overrides the runtime arguments and enqueues. */
  final void enqueueCachedMeshWorkload(MeshDevice mesh) {
    CachedProgram cached = mesh.programCache().find(keyOn(mesh));
    if (!(cached instanceof MeshWorkload workload)) {
      throw new IllegalStateException(
          "Expected a workload for %s in the cache of %s, found %s"
              .formatted(keyOn(mesh), mesh.name(), cached));
    }
    workload.impl().setRuntimeArguments(runtimeArguments());
    mesh.meshCommandQueue().enqueueMeshWorkload(workload);
  }

  /** Checks that two inputs can be used together. */
  static void checkSameMesh(Tensor a, Tensor b) {
    if (a.device() != b.device()) {
      throw new IllegalArgumentException(
          "The inputs lie on different meshes: %s and %s"
              .formatted(a.device().name(), b.device().name()));
    }
  }
}
