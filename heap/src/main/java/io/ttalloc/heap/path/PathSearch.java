package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.References;
import java.util.Arrays;

/**
 * A breadth-first search through all objects, so that the first path that reaches an object is a
 * shortest one. First from the roots that last; from running methods only to what is left.
 */
final class PathSearch {
  /** No object. */
  static final int NONE = -1;

  /** Above this, parents are objects; from here down, numbers of roots. */
  private static final int FIRST_ROOT = -2;

  private final HeapDump heap;
  private final References references;
  private final int[] parents;

  /** By which of its references the parent refers to the object. */
  private final int[] which;

  private int[] queue;
  private int head;
  private int tail;

  PathSearch(HeapDump heap) {
    this.heap = heap;
    this.references = heap.references();
    this.parents = new int[heap.objects().size()];
    this.which = new int[parents.length];
    this.queue = new int[parents.length];
    Arrays.fill(parents, NONE);
  }

  /** Searches from everything that lasts. */
  void searchStructure() {
    SearchRoots roots = new SearchRoots(heap);
    roots.visitLasting(this::addRoot);
    drain();
    roots.visitOther(this::addRoot);
    drain();
  }

  /** Searches on, from running methods. */
  void searchFrames() {
    new SearchRoots(heap).visitFrames(this::addRoot);
    drain();
    queue = new int[0];
  }

  private void addRoot(int object, int root) {
    if (parents[object] == NONE) {
      parents[object] = FIRST_ROOT - (root - SearchRoots.CLASS);
      queue[tail++] = object;
    }
  }

  private void drain() {
    while (head < tail) {
      int object = queue[head++];
      references.visit(
          object,
          (target, reference) -> {
            if (parents[target] == NONE) {
              parents[target] = object;
              which[target] = reference;
              queue[tail++] = target;
            }
          });
    }
  }

  boolean isReached(int object) {
    return parents[object] != NONE;
  }

  /** The object before this one on its path; {@link #NONE} if it is a root. */
  int parent(int object) {
    return Math.max(NONE, parents[object]);
  }

  /** By which of its references the object before this one refers to it. */
  int reference(int object) {
    return which[object];
  }

  /** The number of the root that an object without parent is. */
  int root(int object) {
    return FIRST_ROOT - parents[object] + SearchRoots.CLASS;
  }
}
