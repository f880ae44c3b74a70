package io.ttalloc.runtime.ttnn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The shape of a tensor, with its size in tiles of 32 x 32 elements. The last two dimensions are
 * rows and columns, which are padded to whole tiles in device memory; the product of the others is
 * the number of batches.
 */
public record TensorShape(List<Integer> dims) {
  /** Copies the list and rejects shapes without rows and columns. */
  public TensorShape {
    dims = List.copyOf(dims);
    if (dims.size() < 2 || dims.stream().anyMatch(dim -> dim <= 0)) {
      throw new IllegalArgumentException(
          "Not a tensor shape: " + dims + "; expected at least two dimensions, all above 0");
    }
  }

  /** The shape with the given dimensions. */
  public static TensorShape of(int... dims) {
    return new TensorShape(IntStream.of(dims).boxed().toList());
  }

  /** The size of the second-to-last dimension. */
  public int rows() {
    return dims.get(dims.size() - 2);
  }

  /** The size of the last dimension. */
  public int columns() {
    return dims.get(dims.size() - 1);
  }

  /** The number of matrices of {@link #rows} x {@link #columns}. */
  public int batches() {
    return dims.subList(0, dims.size() - 2).stream().reduce(1, Math::multiplyExact);
  }

  /** The number of elements, without padding. */
  public int elements() {
    return Math.multiplyExact(batches(), Math.multiplyExact(rows(), columns()));
  }

  /** The number of tiles in each column of a matrix. */
  public int tileRows() {
    return (rows() + Tiles.SIDE - 1) / Tiles.SIDE;
  }

  /** The number of tiles in each row of a matrix. */
  public int tileColumns() {
    return (columns() + Tiles.SIDE - 1) / Tiles.SIDE;
  }

  /** The number of tiles of the whole tensor. */
  public long tiles() {
    return (long) batches() * tileRows() * tileColumns();
  }

  /**
   * The shape of one of {@code parts} equal parts along the first dimension.
   *
   * @throws IllegalArgumentException if there are fewer than three dimensions, or if {@code parts}
   *     does not divide the first dimension
   */
  public TensorShape shard(int parts) {
    if (dims.size() < 3 || dims.get(0) % parts != 0) {
      throw new IllegalArgumentException(
          "The shape %s cannot be sharded over %d chips along its first dimension; expected"
                  .formatted(dims, parts)
              + " at least three dimensions, the first a multiple of the number of chips");
    }
    return withFirst(dims.get(0) / parts);
  }

  /** This shape with a different number of columns. */
  public TensorShape withColumns(int columns) {
    List<Integer> changed = new ArrayList<>(dims);
    changed.set(dims.size() - 1, columns);
    return new TensorShape(changed);
  }

  private TensorShape withFirst(int first) {
    List<Integer> changed = new ArrayList<>(dims);
    changed.set(0, first);
    return new TensorShape(changed);
  }

  @Override
  public String toString() {
    return dims.toString();
  }
}
