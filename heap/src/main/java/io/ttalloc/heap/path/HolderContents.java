package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.ReferenceGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The contents of the holders in a dump. A holder is an object whose class a rule declares as a
 * holder by path.
 *
 * <p>An object is in a holder if the holder refers to it, directly or through objects that are
 * reachable only through holders, such as the tables, nodes and values of a cache. If an object on
 * the way is also reachable without the holder, it is in the holder, but the objects that it refers
 * to are not. Without this rule, a cache that refers to a listener of the application would contain
 * the whole application. A holder that is unreachable, or that has been closed, contains nothing.
 */
final class HolderContents {
  /** Stands for no holder. */
  static final int NONE = -1;

  private final HeapDump heap;
  private final ReferenceGraph graph;
  private final BitSet holders;

  private HolderContents(HeapDump heap, BitSet holders) {
    this.heap = heap;
    this.graph = heap.graph();
    this.holders = holders;
  }

  static HolderContents of(HeapDump heap, ProbeObjects probe) {
    Set<HeapClass> classes =
        heap.classes().stream()
            .filter(c -> probe.holderClasses().contains(c.name()))
            .collect(Collectors.toSet());
    BitSet holders = new BitSet();
    int objects = classes.isEmpty() ? 0 : heap.objects().size();
    for (int i = 0; i < objects; i++) {
      if (heap.isInstance(i) && classes.contains(heap.classOf(i)) && !probe.closed().get(i)) {
        holders.set(i);
      }
    }
    return new HolderContents(heap, holders);
  }

  boolean areNone() {
    return holders.isEmpty();
  }

  boolean isHolder(int object) {
    return holders.get(object);
  }

  /**
   * Returns, for each resource, the nearest holder that contains it, or {@link #NONE}.
   *
   * @param holderOf an array with one element for each object; this search overwrites the array
   */
  int[] of(List<TrackedObject> resources, int[] holderOf) {
    int[] found = new int[resources.size()];
    Arrays.fill(found, NONE);
    if (!areNone()) {
      Arrays.fill(holderOf, NONE);
      search(holderOf);
      for (int i = 0; i < found.length; i++) {
        found[i] = holderOf[resources.get(i).object()];
      }
    }
    return found;
  }

  private void search(int[] holderOf) {
    BitSet reached = new BitSet();
    BitSet outside = outside(reached);
    IntQueue queue = new IntQueue();
    reached.stream().forEach(queue::add);
    while (!queue.isEmpty()) {
      int object = queue.remove();
      int holder = isHolder(object) ? object : holderOf[object];
      for (int reference = graph.first(object), end = graph.end(object);
          reference < end;
          reference++) {
        int target = graph.target(reference);
        if (target == holder || holderOf[target] != NONE) {
          continue;
        }
        holderOf[target] = holder;
        boolean enter = isHolder(target) ? !reached.get(target) : !outside.get(target);
        if (enter) {
          reached.set(target);
          queue.add(target);
        }
      }
    }
  }

  /**
   * The objects that are reachable without passing through a holder.
   *
   * @param reached receives the holders that were reached
   */
  private BitSet outside(BitSet reached) {
    BitSet outside = new BitSet(heap.objects().size());
    IntQueue queue = new IntQueue();
    SearchRoots roots = new SearchRoots(heap);
    SearchRoots.Visitor visitor = (object, root) -> reach(object, outside, reached, queue);
    roots.visitLasting(visitor);
    roots.visitOther(visitor);
    roots.visitFrames(visitor);
    while (!queue.isEmpty()) {
      int object = queue.remove();
      for (int reference = graph.first(object), end = graph.end(object);
          reference < end;
          reference++) {
        reach(graph.target(reference), outside, reached, queue);
      }
    }
    return outside;
  }

  private void reach(int object, BitSet outside, BitSet reached, IntQueue queue) {
    if (isHolder(object)) {
      reached.set(object);
    } else if (!outside.get(object)) {
      outside.set(object);
      queue.add(object);
    }
  }
}
