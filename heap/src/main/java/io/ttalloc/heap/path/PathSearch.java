package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.ReferenceGraph;
import io.ttalloc.heap.dump.References;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A breadth-first search through all objects. It starts from lasting roots, then continues from the
 * JDK's worker threads, and then from running methods. The first path that reaches an object is one
 * of the shortest paths from roots of the same kind. An object to which only its own parts refer,
 * such as a connection whose statement is in a map, is found last.
 */
final class PathSearch {
  /** Stands for no object. */
  static final int NONE = -1;

  /** Parents less than or equal to this value represent root numbers. */
  private static final int FIRST_ROOT = -2;

  private static final int NOT_FOUND = Integer.MIN_VALUE;

  /** The objects whose references are followed. */
  private enum Through {
    /** All objects but parts. */
    OTHERS,
    /** All objects, but not their references to wholes. */
    PARTS,
    ALL
  }

  private final HeapDump heap;
  private final ReferenceGraph graph;
  private final int[] parents;
  private final Parts parts;
  private IntQueue queue = new IntQueue();

  /** The parts that have been reached but whose references have not yet been followed. */
  private final IntQueue reachedParts = new IntQueue();

  /** Pairs of an object that was reached through a part, and a whole to which the object refers. */
  private final IntQueue toWholes = new IntQueue();

  /** For objects on paths, the index of the parent's reference to the object. */
  private int[] which = {};

  /**
   * Prepares a search.
   *
   * @param parents an array with one element for each object; this search overwrites the array
   */
  PathSearch(HeapDump heap, int[] parents, Parts parts) {
    this.heap = heap;
    this.parts = parts;
    this.graph = heap.graph();
    this.parents = parents;
    Arrays.fill(parents, NONE);
  }

  /** Searches from all lasting roots. */
  void searchStructure() {
    SearchRoots roots = new SearchRoots(heap);
    // The JDK's worker threads, such as the thread of a watch service, come after the other lasting
    // roots, because they say least about who uses a resource.
    IntQueue workers = new IntQueue();
    roots.visitWorkers((thread, root) -> addRoot(thread, root, workers));
    roots.visitLasting(this::addRoot);
    drain(Through.OTHERS);
    move(workers);
    drain(Through.OTHERS);
    roots.visitOther(this::addRoot);
    drain(Through.OTHERS);
    move(reachedParts);
    drain(Through.PARTS);
  }

  private void move(IntQueue from) {
    while (!from.isEmpty()) {
      queue.add(from.remove());
    }
  }

  /** Continues the search from running methods. */
  void searchFrames() {
    new SearchRoots(heap).visitFrames(this::addRoot);
    drain(Through.ALL);
  }

  /** Continues the search with the wholes that are reachable only from their own parts. */
  void searchWholes() {
    while (!toWholes.isEmpty()) {
      int object = toWholes.remove();
      visit(object, toWholes.remove());
    }
    drain(Through.ALL);
  }

  private void addRoot(int object, int root) {
    addRoot(object, root, queue);
  }

  private void addRoot(int object, int root, IntQueue to) {
    if (parents[object] == NONE) {
      parents[object] = FIRST_ROOT - (root - SearchRoots.CLASS);
      to.add(object);
    }
  }

  private void drain(Through through) {
    while (!queue.isEmpty()) {
      int object = queue.remove();
      if (through == Through.OTHERS && parts.isPart(object)) {
        reachedParts.add(object);
        continue;
      }
      for (int reference = graph.first(object), end = graph.end(object);
          reference < end;
          reference++) {
        int target = graph.target(reference);
        if (through == Through.PARTS && parents[target] == NONE && parts.isWhole(target)) {
          toWholes.add(object);
          toWholes.add(target);
        } else {
          visit(object, target);
        }
      }
    }
  }

  private void visit(int from, int target) {
    if (parents[target] == NONE) {
      parents[target] = from;
      queue.add(target);
    }
  }

  /**
   * Finds, for each object on the paths to some resources, the reference by which its parent refers
   * to it. Each object is read only once, however many of the paths lead through it.
   */
  void findReferences(List<TrackedObject> resources) {
    BitSet onPath = new BitSet();
    BitSet referring = new BitSet();
    for (TrackedObject resource : resources) {
      int object = resource.object();
      while (object >= 0 && !onPath.get(object)) {
        onPath.set(object);
        object = parent(object);
        if (object >= 0) {
          referring.set(object);
        }
      }
    }
    // Frees the queue before the new array is allocated, because the queue may have grown as large
    // as the array.
    queue = new IntQueue();
    which = new int[parents.length];
    Arrays.fill(which, NOT_FOUND);
    References references = heap.references();
    for (int i = referring.nextSetBit(0); i >= 0; i = referring.nextSetBit(i + 1)) {
      int parent = i;
      references.visit(
          parent,
          (target, reference) -> {
            // If several references lead to the target, the search used the first one.
            if (parents[target] == parent && which[target] == NOT_FOUND && onPath.get(target)) {
              which[target] = reference;
            }
          });
    }
  }

  boolean isReached(int object) {
    return parents[object] != NONE;
  }

  /** The previous object on the path to an object; {@link #NONE} if the object is a root. */
  int parent(int object) {
    return Math.max(NONE, parents[object]);
  }

  /** The index of the reference to an object from the previous object on the path. */
  int reference(int object) {
    return which[object];
  }

  /** The root number of an object without a parent. */
  int root(int object) {
    return FIRST_ROOT - parents[object] + SearchRoots.CLASS;
  }
}
