package io.ttalloc.runtime.ttnn;

/**
 * The order of elements in device memory: tiles of 32 x 32 elements, row by row; in each tile, four
 * faces of 16 x 16 elements, row by row; in each face, the elements row by row. The elements that
 * pad a matrix to whole tiles are 0.
 */
final class Tiles {
  /** The number of rows and of columns of a tile. */
  static final int SIDE = 32;

  /** The size of a tile of bfloat16 values, in bytes: one page. */
  static final int TILE_BYTES = SIDE * SIDE * 2;

  private static final int FACE = 16;

  private Tiles() {}

  /**
   * Converts matrices to tiles.
   *
   * @param from all elements row by row, without padding
   * @param start the index of the first matrix in {@code from}
   * @param shape the number and size of the matrices
   */
  static short[] tilize(short[] from, int start, TensorShape shape) {
    short[] tiled = new short[Math.toIntExact(shape.tiles() * SIDE * SIDE)];
    forEachRun(
        shape,
        (plain, inTiles, count) -> System.arraycopy(from, start + plain, tiled, inTiles, count));
    return tiled;
  }

  /**
   * Converts tiles to matrices, and stores these in {@code to}, beginning at {@code start}, row by
   * row and without padding.
   */
  static void untilize(short[] tiled, TensorShape shape, short[] to, int start) {
    forEachRun(
        shape,
        (plain, inTiles, count) -> System.arraycopy(tiled, inTiles, to, start + plain, count));
  }

  private interface Run {
    /** Copies elements that are contiguous in both orders. */
    void copy(int plain, int inTiles, int count);
  }

  private static void forEachRun(TensorShape shape, Run run) {
    int rows = shape.rows();
    int columns = shape.columns();
    int tile = 0;
    for (int batch = 0; batch < shape.batches(); batch++) {
      for (int tileRow = 0; tileRow < shape.tileRows(); tileRow++) {
        for (int tileColumn = 0; tileColumn < shape.tileColumns(); tileColumn++, tile++) {
          for (int row = 0; row < SIDE; row++) {
            int fullRow = tileRow * SIDE + row;
            for (int face = 0; face < 2; face++) {
              int column = tileColumn * SIDE + face * FACE;
              if (fullRow < rows && column < columns) {
                int plain = (batch * rows + fullRow) * columns + column;
                int faceIndex = row / FACE * 2 + face;
                int inTiles = tile * SIDE * SIDE + faceIndex * FACE * FACE + row % FACE * FACE;
                run.copy(plain, inTiles, Math.min(FACE, columns - column));
              }
            }
          }
        }
      }
    }
  }
}
