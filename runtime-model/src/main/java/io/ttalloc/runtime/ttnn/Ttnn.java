package io.ttalloc.runtime.ttnn;

/**
 * The operations that an application calls.
 *
 * <p>Operations on one mesh run one after another, whichever threads call them.
 */
public final class Ttnn {
  private Ttnn() {}

  /**
   * Adds two tensors element by element.
   *
   * @throws IllegalArgumentException if their shapes differ or they are on different meshes
   */
  public static Tensor add(Tensor a, Tensor b) {
    return BinaryDeviceOperation.invoke(a, b);
  }

  /**
   * Multiplies two tensors matrix by matrix.
   *
   * @throws IllegalArgumentException if their shapes are incompatible or they are on different
   *     meshes
   */
  public static Tensor matmul(Tensor a, Tensor b) {
    return MatmulDeviceOperation.invoke(a, b);
  }

  /** Frees a tensor's memory now; does nothing if the tensor was already freed. */
  public static void deallocate(Tensor tensor) {
    tensor.close();
  }
}
