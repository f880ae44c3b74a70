package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.session.DeviceSession;
import java.util.Arrays;
import java.util.List;

/**
 * The computations of the operations' kernels on one chip. The computations read and write the
 * chip's DRAM, and run when their results are needed.
 *
 * <p>Results are computed in 32-bit floats and rounded to bfloat16 once.
 */
final class ComputeKernels {
  private ComputeKernels() {}

  /** Adds two tensors. The order of elements does not matter, so the elements stay in tiles. */
  static void enqueueAdd(DeviceSession session, long a, long b, long output, long tiles) {
    dram(session)
        .enqueue(
            List.of(pages(a, tiles), pages(b, tiles)),
            pages(output, tiles),
            () -> add(session, a, b, output, tiles));
  }

  /** Multiplies two tensors matrix by matrix. */
  static void enqueueMatmul(
      DeviceSession session, long a, TensorShape shapeA, long b, TensorShape shapeB, long output) {
    long tiles = shapeA.withColumns(shapeB.columns()).tiles();
    dram(session)
        .enqueue(
            List.of(pages(a, shapeA.tiles()), pages(b, shapeB.tiles())),
            pages(output, tiles),
            () -> matmul(session, a, shapeA, b, shapeB, output));
  }

  private static SparseMemory.Pages pages(long address, long tiles) {
    return new SparseMemory.Pages(address, 0, Tiles.TILE_BYTES, tiles * Tiles.TILE_BYTES);
  }

  private static void add(DeviceSession session, long a, long b, long output, long tiles) {
    int elements = Math.toIntExact(tiles * Tiles.SIDE * Tiles.SIDE);
    short[] left = read(session, a, elements);
    short[] right = read(session, b, elements);
    for (int i = 0; i < elements; i++) {
      left[i] = Bfloat16.fromFloat(Bfloat16.toFloat(left[i]) + Bfloat16.toFloat(right[i]));
    }
    write(session, output, left);
  }

  private static void matmul(
      DeviceSession session, long a, TensorShape shapeA, long b, TensorShape shapeB, long output) {
    int m = shapeA.rows();
    int k = shapeA.columns();
    int n = shapeB.columns();
    float[] left = readMatrices(session, a, shapeA);
    float[][] right = rows(readMatrices(session, b, shapeB), n);
    TensorShape shape = shapeA.withColumns(n);
    short[] result = new short[shape.elements()];
    float[] sums = new float[n];
    for (int batch = 0; batch < shapeA.batches(); batch++) {
      for (int row = 0; row < m; row++) {
        multiplyRow(left, (batch * m + row) * k, k, right, batch * k, sums);
        for (int column = 0; column < n; column++) {
          result[(batch * m + row) * n + column] = Bfloat16.fromFloat(sums[column]);
        }
      }
    }
    write(session, output, Tiles.tilize(result, 0, shape));
  }

  /**
   * Multiplies a row of the left matrix by the right matrix. The iterations of the inner loop do
   * not depend on each other.
   */
  private static void multiplyRow(
      float[] left, int leftStart, int k, float[][] right, int firstRow, float[] sums) {
    Arrays.fill(sums, 0);
    for (int i = 0; i < k; i++) {
      addMultiple(left[leftStart + i], right[firstRow + i], sums);
    }
  }

  /**
   * Adds a multiple of a row to the sums. Works on whole arrays instead of parts of a large one,
   * since only then does the JIT compiler use vector instructions, which are six times as fast.
   */
  private static void addMultiple(float factor, float[] row, float[] sums) {
    for (int column = 0; column < sums.length; column++) {
      sums[column] += factor * row[column];
    }
  }

  private static float[][] rows(float[] matrices, int columns) {
    float[][] rows = new float[matrices.length / columns][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Arrays.copyOfRange(matrices, row * columns, (row + 1) * columns);
    }
    return rows;
  }

  private static float[] readMatrices(DeviceSession session, long address, TensorShape shape) {
    short[] tiled = read(session, address, (int) shape.tiles() * Tiles.SIDE * Tiles.SIDE);
    short[] plain = new short[shape.elements()];
    Tiles.untilize(tiled, shape, plain, 0);
    return Bfloat16.toFloats(plain);
  }

  private static short[] read(DeviceSession session, long address, int elements) {
    short[] data = new short[elements];
    dram(session).readShorts(address, 0, Tiles.TILE_BYTES, data);
    return data;
  }

  private static void write(DeviceSession session, long address, short[] data) {
    dram(session).writeShorts(address, 0, Tiles.TILE_BYTES, data);
  }

  private static SparseMemory dram(DeviceSession session) {
    return session.contents(BufferType.DRAM);
  }
}
