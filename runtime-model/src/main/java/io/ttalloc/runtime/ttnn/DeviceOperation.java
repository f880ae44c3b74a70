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
 * One call of an operation on a mesh: its key, which equal calls share, the code that builds its
 * program, and the addresses that this call works on.
 *
 * <p>Used only by the thread that holds the mesh's operation lock.
 */
abstract class DeviceOperation {
  private static final AtomicLong CALLS = new AtomicLong();
  private static final long DROPPED_EVERY = 3;

  private final long call = CALLS.incrementAndGet();

  /** The key; calls with the same key share a program. */
  abstract ProgramKey key();

  /** Builds the program, which must not contain tensors or addresses. */
  abstract Program buildProgram();

  /** The addresses that the program works on in this call. */
  abstract long[] runtimeArguments();

  /**
   * The key under which this mesh caches the program; unique to this call if {@link
   * Fault#UNSTABLE_CACHE_KEY} is enabled.
   */
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

  /** Whether the compiled program is in the cache of the mesh. */
  final boolean isCached(MeshDevice mesh) {
    return mesh.programCache().find(keyOn(mesh)) != null;
  }

  /**
   * Handles a cache miss: builds and compiles the workload, adds it to the cache and enqueues it.
   * If the cache is disabled, the workload is closed after it has run; if anything fails, it is
   * removed from the cache and closed.
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

  /** Handles a cache hit: replaces the runtime arguments of the workload and enqueues it. */
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

  /** Checks that two inputs are on the same mesh. */
  static void checkSameMesh(Tensor a, Tensor b) {
    if (a.device() != b.device()) {
      throw new IllegalArgumentException(
          "The inputs lie on different meshes: %s and %s"
              .formatted(a.device().name(), b.device().name()));
    }
  }
}
