package io.ttalloc.runtime.profile;

/** The rows and columns of a mesh of chips. */
public record MeshShape(int rows, int columns) {
  /** Rejects a mesh without chips. */
  public MeshShape {
    if (rows <= 0 || columns <= 0) {
      throw new IllegalArgumentException(
          "A mesh needs at least one row and one column, not " + rows + " x " + columns);
    }
  }

  /** The number of chips. */
  public int size() {
    return rows * columns;
  }

  @Override
  public String toString() {
    return rows + " x " + columns;
  }
}
