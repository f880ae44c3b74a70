package io.ttalloc.demo;

import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.ttnn.Bfloat16;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.TensorShape;

/** The tensors that the scenarios add and multiply. */
final class Operands {
  private static final TensorShape SUMMAND = TensorShape.of(8, 8, 512, 512);
  private static final TensorShape LEFT = TensorShape.of(8, 8, 256, 128);
  private static final TensorShape RIGHT = TensorShape.of(8, 8, 128, 256);

  private Operands() {}

  /** The first summand. */
  static Tensor first(MeshDevice device) {
    return Tensor.fromHost(device, SUMMAND, () -> pattern(SUMMAND, 251));
  }

  /** The second summand. */
  static Tensor second(MeshDevice device) {
    return Tensor.fromHost(device, SUMMAND, () -> pattern(SUMMAND, 241));
  }

  /** The left factor. */
  static Tensor left(MeshDevice device) {
    return Tensor.fromHost(device, LEFT, () -> pattern(LEFT, 239));
  }

  /** The right factor. */
  static Tensor right(MeshDevice device) {
    return Tensor.fromHost(device, RIGHT, () -> pattern(RIGHT, 233));
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
