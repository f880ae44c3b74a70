package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.ReferenceGraph;
import java.util.BitSet;
import java.util.List;

/**
 * Computes the bytes that are reachable only through one resource.
 *
 * <p>Every object is labelled either with the resource through which all paths to the object lead,
 * or as belonging to no resource. Whatever the roots reach without passing through a resource
 * belongs to no resource. The search from a resource stops at other resources, and whatever is
 * reached from two resources belongs to neither. An object changes its label at most twice, so the
 * time is linear. In terms of graph theory, an object is labelled with the resource that dominates
 * it.
 */
final class OwnBytes {
  private static final int UNLABELLED = 0;
  private static final int SHARED = -1;

  private final HeapDump heap;
  private final ReferenceGraph graph;

  /** For each object the number of a resource plus 1, or one of the constants. */
  private final int[] labels;

  private final BitSet tracked;
  private final IntQueue labelled = new IntQueue();
  private final IntQueue shared = new IntQueue();

  /**
   * Prepares a computation.
   *
   * @param labels an array with a zero for each object
   */
  OwnBytes(HeapDump heap, int[] labels) {
    this.heap = heap;
    this.graph = heap.graph();
    this.labels = labels;
    this.tracked = new BitSet(labels.length);
  }

  /** The bytes of each resource. */
  long[] of(List<TrackedObject> resources) {
    for (int i = 0; i < resources.size(); i++) {
      labels[resources.get(i).object()] = i + 1;
      tracked.set(resources.get(i).object());
    }
    SearchRoots roots = new SearchRoots(heap);
    SearchRoots.Visitor outside = (object, number) -> share(object);
    roots.visitLasting(outside);
    roots.visitOther(outside);
    roots.visitFrames(outside);
    for (int i = 0; i < resources.size(); i++) {
      label(resources.get(i).object());
    }
    return sums(resources.size());
  }

  /** Marks an object, and everything that is reachable from it, as belonging to no resource. */
  private void share(int object) {
    addShared(object);
    while (!shared.isEmpty()) {
      int from = shared.remove();
      for (int reference = graph.first(from), end = graph.end(from); reference < end; reference++) {
        addShared(graph.target(reference));
      }
    }
  }

  private void addShared(int object) {
    if (labels[object] != SHARED && !tracked.get(object)) {
      labels[object] = SHARED;
      shared.add(object);
    }
  }

  private void label(int resource) {
    int label = labels[resource];
    labelled.add(resource);
    while (!labelled.isEmpty()) {
      int from = labelled.remove();
      for (int reference = graph.first(from), end = graph.end(from); reference < end; reference++) {
        meet(graph.target(reference), label);
      }
    }
  }

  private void meet(int object, int label) {
    if (labels[object] == UNLABELLED) {
      labels[object] = label;
      labelled.add(object);
    } else if (labels[object] != label && !tracked.get(object)) {
      share(object);
    }
  }

  private long[] sums(int resources) {
    long[] sums = new long[resources];
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] > 0) {
        HeapClass type = heap.classOf(i);
        if (type == null || !type.isWatcher()) {
          sums[labels[i] - 1] += heap.shallowBytes(i);
        }
      }
    }
    return sums;
  }
}
