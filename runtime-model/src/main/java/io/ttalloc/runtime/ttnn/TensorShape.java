package io.ttalloc.runtime.ttnn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The shape of a tensor and its arithmetic in tiles of 32 x 32: the last two dimensions are rows
 * and columns, padded to whole tiles in device memory; the others count the batches.
 */
public record TensorShape(List<Integer> dims) {
  /** Copies the list and refuses shapes that have no rows and columns. */
  public TensorShape {
    dims = List.copyOf(dims);
    if (dims.size() < 2 || dims.stream().anyMatch(dim -> dim <= 0)) {
      throw new IllegalArgumentException(
          "Not a tensor shape: " + dims + "; expected at least two dimensions, all above 0");
    }
  }

  /** The shape with these dimensions. */
  public static TensorShape of(int... dims) {
    return new TensorShape(IntStream.of(dims).boxed().toList());
  }

  /** Size of the last dimension but one. */
  public int rows() {
    return dims.get(dims.size() - 2);
  }

  /** Size of the last dimension. */
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

  /** The number of tiles that one matrix has in a column. */
  public int tileRows() {
    return (rows() + Tiles.SIDE - 1) / Tiles.SIDE;
  }

  /** The number of tiles that one matrix has in a row. */
  public int tileColumns() {
    return (columns() + Tiles.SIDE - 1) / Tiles.SIDE;
  }

  /** The number of tiles. */
  public long tiles() {
    return (long) batches() * tileRows() * tileColumns();
  }

  /**
   * The shape of one of {@code parts} equal parts along the first dimension.
   *
   * @throws IllegalArgumentException if the first dimension cannot be cut so
   */
  public TensorShape shard(int parts) {
    if (dims.size() < 3 || dims.get(0) % parts != 0) {
      throw new IllegalArgumentException(
          "The shape %s cannot be sharded over %d chips along its first dimension; expected a"
                  .formatted(dims, parts)
              + " third dimension or more, and a multiple of the number of chips");
    }
    return withFirst(dims.get(0) / parts);
  }

  /** This shape with other columns. */
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
