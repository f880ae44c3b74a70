package io.ttalloc.demo;

import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.MeshDeviceConfig;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.Ttnn;
import org.jspecify.annotations.Nullable;

/**
 * Opens a 2 x 4 mesh, adds and multiplies tensors, frees every tensor and closes the mesh. The
 * scenario shows how the result depends on whether the program cache is cleared before closing.
 */
final class MeshScenario {
  /** Two rows of four Wormhole chips. */
  static final MeshDeviceConfig MESH = MeshDeviceConfig.of(new MeshShape(2, 4));

  /** Keeps the mesh reachable after the run, like a global variable in a script. */
  @SuppressWarnings("UnusedVariable") // never read; it keeps the mesh reachable
  private static @Nullable MeshDevice mesh;

  private final MeshDeviceConfig config;
  private final int hits;
  private final boolean clearCache;

  MeshScenario(int iterations, boolean clearCache) {
    // Even a single iteration is followed by one cache hit, whose time can be compared with the
    // time of the cache miss.
    this(MESH, Math.max(1, iterations - 1), clearCache);
  }

  /**
   * Creates a scenario on a mesh that may have faults.
   *
   * @param hits how often the operations are repeated
   */
  MeshScenario(MeshDeviceConfig config, int hits, boolean clearCache) {
    this.config = config;
    this.hits = hits;
    this.clearCache = clearCache;
  }

  /** Runs the scenario once and returns the closed mesh. */
  MeshDevice run(StageReport report) {
    MeshDevice device = MeshDevice.open(config);
    mesh = device;
    report.line("%s on %s", device.name(), device.view().profile().name());
    report.stage("opened");

    Tensor tensor1 = Operands.first(device);
    Tensor tensor2 = Operands.second(device);
    long beforeAdd = System.nanoTime();
    Tensor sum = Ttnn.add(tensor1, tensor2);
    long addMissNanos = System.nanoTime() - beforeAdd;

    Tensor a = Operands.left(device);
    Tensor b = Operands.right(device);
    long beforeMatmul = System.nanoTime();
    Tensor product = Ttnn.matmul(a, b);
    long matmulMissNanos = System.nanoTime() - beforeMatmul;

    repeat(report, tensor1, tensor2, addMissNanos, a, b, matmulMissNanos);
    report.line("%-22s %d entries", "program cache", device.numProgramCacheEntries());
    report.stage("before deallocation");

    Ttnn.deallocate(product);
    Ttnn.deallocate(a);
    Ttnn.deallocate(b);
    Ttnn.deallocate(sum);
    Ttnn.deallocate(tensor2);
    Ttnn.deallocate(tensor1);
    report.stage("deallocated");

    if (clearCache) {
      device.disableAndClearProgramCache();
      report.stage("cleared");
    }
    device.close();
    report.stage("closed");
    return device;
  }

  /** Repeats the same operations, which now hit the cache. */
  private void repeat(
      StageReport report,
      Tensor tensor1,
      Tensor tensor2,
      long addMissNanos,
      Tensor a,
      Tensor b,
      long matmulMissNanos) {
    long addNanos = 0;
    long matmulNanos = 0;
    for (int i = 0; i < hits; i++) {
      long start = System.nanoTime();
      Ttnn.deallocate(Ttnn.add(tensor1, tensor2));
      long afterAdd = System.nanoTime();
      Ttnn.deallocate(Ttnn.matmul(a, b));
      matmulNanos += System.nanoTime() - afterAdd;
      addNanos += afterAdd - start;
    }
    if (hits > 0) {
      report.times("add", addMissNanos, addNanos / hits);
      report.times("matmul", matmulMissNanos, matmulNanos / hits);
    }
  }
}
