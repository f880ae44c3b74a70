package io.ttalloc.heap.dump;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The strong references between objects, as {@link References} has them in the dump, without what
 * they are called: for searches that pass through all objects. The references of an object are
 * those from {@link #first} to before {@link #end}.
 *
 * <p>Read once, in the order of the dump; afterwards a search needs neither the file nor ids.
 */
public final class ReferenceGraph {
  /** For the number of its first reference. */
  static final int BYTES_OF_OBJECT = Integer.BYTES;

  private static final int CHUNK_SHIFT = 16;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int MOST = Integer.MAX_VALUE - CHUNK;

  private final MemoryBudget budget;
  private final int[] firsts;
  private final BitSet watchers = new BitSet();
  private int[][] targets = new int[16][];
  private int size;
  private boolean full;

  private ReferenceGraph(MemoryBudget budget, int objects) {
    this.budget = budget;
    this.firsts = new int[objects + 1];
  }

  /**
   * Reads the references of all objects.
   *
   * @throws UnreadableDumpException if there are too many of them for the memory of this process
   */
  static ReferenceGraph of(HeapDump heap, MemoryBudget budget) throws UnreadableDumpException {
    int objects = heap.objects().size();
    ReferenceGraph graph = new ReferenceGraph(budget, objects);
    References references = heap.references();
    for (int object = 0; object < objects; object++) {
      HeapClass type = heap.isInstance(object) ? heap.classOf(object) : null;
      if (type != null && type.isWatcher()) {
        graph.watchers.set(object);
      } else {
        references.visit(object, (target, which) -> graph.add(target));
      }
      if (graph.full) {
        throw budget.exceeded();
      }
      graph.firsts[object + 1] = graph.size;
    }
    return graph;
  }

  private void add(int target) {
    int chunk = size >>> CHUNK_SHIFT;
    if ((size & (CHUNK - 1)) == 0 && !full) {
      full = size >= MOST || !budget.tryTake((long) CHUNK * Integer.BYTES);
      if (!full) {
        targets = chunk == targets.length ? Arrays.copyOf(targets, 2 * chunk) : targets;
        targets[chunk] = new int[CHUNK];
      }
    }
    if (!full) {
      targets[chunk][size++ & (CHUNK - 1)] = target;
    }
  }

  /** The number of an object's first reference. */
  public int first(int object) {
    return firsts[object];
  }

  /** The number after that of an object's last reference. */
  public int end(int object) {
    return firsts[object + 1];
  }

  /** The object that a reference leads to. */
  public int target(int reference) {
    return targets[reference >>> CHUNK_SHIFT][reference & (CHUNK - 1)];
  }

  /** The instances of classes of the agent, which have no references here. */
  public BitSet watchers() {
    return (BitSet) watchers.clone();
  }
}
