package io.ttalloc.demo;

import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.ttnn.Bfloat16;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.TensorShape;
import io.ttalloc.runtime.ttnn.Ttnn;
import org.jspecify.annotations.Nullable;

/**
 * Opens a mesh of 2 x 4, adds and multiplies, frees every tensor, closes the mesh. Whether the
 * program cache is cleared before is the question that the scenario is about.
 */
final class MeshScenario {
  private static final MeshShape MESH = new MeshShape(2, 4);
  private static final TensorShape SUMMANDS = TensorShape.of(8, 8, 512, 512);
  private static final TensorShape LEFT = TensorShape.of(8, 8, 256, 128);
  private static final TensorShape RIGHT = TensorShape.of(8, 8, 128, 256);

  /** Stays after the run, as a global of a script does. */
  @SuppressWarnings("UnusedVariable") // nobody reads it; it keeps the mesh reachable
  private static @Nullable MeshDevice mesh;

  private final int iterations;
  private final boolean clearCache;

  MeshScenario(int iterations, boolean clearCache) {
    this.iterations = iterations;
    this.clearCache = clearCache;
  }

  /** Runs it once and returns the mesh, closed. */
  MeshDevice run(StageReport report) {
    MeshDevice device = MeshDevice.open(MESH);
    mesh = device;
    report.line("%s on %s", device.name(), device.view().profile().name());
    report.stage("opened");

    Tensor tensor1 = Tensor.fromHost(device, SUMMANDS, pattern(SUMMANDS, 251));
    Tensor tensor2 = Tensor.fromHost(device, SUMMANDS, pattern(SUMMANDS, 241));
    long beforeAdd = System.nanoTime();
    Tensor sum = Ttnn.add(tensor1, tensor2);
    long addMissNanos = System.nanoTime() - beforeAdd;

    Tensor a = Tensor.fromHost(device, LEFT, pattern(LEFT, 239));
    Tensor b = Tensor.fromHost(device, RIGHT, pattern(RIGHT, 233));
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

  /** The iterations after the first: the same operations again, which now hit the cache. */
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
    // A single iteration is followed by one hit, so that there is a time to compare.
    int hits = Math.max(1, iterations - 1);
    for (int i = 0; i < hits; i++) {
      long start = System.nanoTime();
      Ttnn.deallocate(Ttnn.add(tensor1, tensor2));
      long afterAdd = System.nanoTime();
      Ttnn.deallocate(Ttnn.matmul(a, b));
      matmulNanos += System.nanoTime() - afterAdd;
      addNanos += afterAdd - start;
    }
    report.times("add", addMissNanos, addNanos / hits);
    report.times("matmul", matmulMissNanos, matmulNanos / hits);
  }

  /** Values between -1 and 1 that repeat every {@code period} elements. */
  private static short[] pattern(TensorShape shape, int period) {
    short[] values = new short[shape.elements()];
    short[] once = new short[period];
    for (int i = 0; i < period; i++) {
      once[i] = Bfloat16.fromFloat((2f * i - period + 1) / period);
    }
    for (int start = 0; start < values.length; start += period) {
      System.arraycopy(once, 0, values, start, Math.min(period, values.length - start));
    }
    return values;
  }
}
