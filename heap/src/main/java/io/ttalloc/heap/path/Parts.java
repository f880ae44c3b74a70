package io.ttalloc.heap.path;

import java.util.BitSet;
import java.util.List;

/**
 * The open resources of a dump that belong to other resources, such as the statements of a
 * connection.
 *
 * <p>A part often refers to its whole. A map that contains only a statement is not what keeps the
 * connection open: the code that works with the connection still closes it, and the statement with
 * it. So a search goes through parts only after everything else, and last of all from parts to
 * their wholes.
 */
final class Parts {
  private final BitSet parts = new BitSet();
  private final BitSet wholes = new BitSet();

  static Parts of(List<TrackedObject> resources) {
    Parts all = new Parts();
    for (TrackedObject each : resources) {
      if (each.owner() >= 0) {
        all.parts.set(each.object());
        all.wholes.set(each.owner());
      }
    }
    return all;
  }

  /** Whether an object belongs to another. */
  boolean isPart(int object) {
    return parts.get(object);
  }

  /** Whether other objects belong to an object, which may itself be a part. */
  boolean isWhole(int object) {
    return wholes.get(object);
  }
}
