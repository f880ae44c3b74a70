package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.profile.MeshShape;
import java.util.ArrayList;
import java.util.List;

/** A rectangle of chips in a mesh; both corners are inclusive. */
public record MeshCoordinateRange(int startRow, int startColumn, int endRow, int endColumn) {
  /** All chips of a mesh. */
  public static MeshCoordinateRange of(MeshShape shape) {
    return new MeshCoordinateRange(0, 0, shape.rows() - 1, shape.columns() - 1);
  }

  /** The positions of these chips in the row-by-row list of all chips of the mesh. */
  List<Integer> indexes(MeshShape shape) {
    List<Integer> indexes = new ArrayList<>();
    for (int row = startRow; row <= endRow; row++) {
      for (int column = startColumn; column <= endColumn; column++) {
        indexes.add(row * shape.columns() + column);
      }
    }
    return indexes;
  }

  /** Whether the whole range lies in the mesh. */
  boolean fits(MeshShape shape) {
    return startRow >= 0
        && startColumn >= 0
        && endRow >= startRow
        && endColumn >= startColumn
        && endRow < shape.rows()
        && endColumn < shape.columns();
  }
}
