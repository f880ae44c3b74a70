package io.ttalloc.heap.dump;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The strong references between objects, as {@link References} reads them from the dump, but
 * without names. Used for searches through all objects. The references of an object are numbered
 * from {@link #first} up to, but excluding, {@link #end}.
 *
 * <p>The references are read in one pass over the dump, in the order of the dump. This pass also
 * stores the positions of the objects; afterwards, a search needs neither the file nor ids.
 */
public final class ReferenceGraph {
  private static final int CHUNK_SHIFT = 16;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int MAX_SIZE = Integer.MAX_VALUE - CHUNK;

  private final MemoryBudget budget;

  /** For each object, the index of its list of targets, which starts with their number. */
  private final int[] lists;

  private final BitSet watchers = new BitSet();
  private int[] @Nullable [] targets = new int[16][];
  private int size;
  private boolean full;

  private ReferenceGraph(MemoryBudget budget, int objects) throws UnreadableDumpException {
    this.budget = budget;
    budget.take((long) objects * Integer.BYTES);
    this.lists = new int[objects];
    add(0); // The shared list of objects without references.
    throwIfFull();
  }

  /**
   * Reads the references of all objects, and stores the objects' positions.
   *
   * @throws UnreadableDumpException if there are too many references for the memory that may be
   *     used, or if the dump has changed since its ids were read
   */
  static ReferenceGraph read(
      DumpFile dump,
      DumpIndex index,
      ClassTable classes,
      References references,
      DumpScanner scanner,
      MemoryBudget budget)
      throws UnreadableDumpException {
    ReferenceGraph graph = new ReferenceGraph(budget, index.objects.size());
    scanner.locateObjects(graph.new Reading(dump, index, classes, references));
    return graph;
  }

  private final class Reading implements SegmentScanner.Visitor {
    private final DumpFile dump;
    private final DumpIndex index;
    private final ClassTable classes;
    private final References references;
    private final References.Visitor adding = (target, which) -> add(target);

    Reading(DumpFile dump, DumpIndex index, ClassTable classes, References references) {
      this.dump = dump;
      this.index = index;
      this.classes = classes;
      this.references = references;
    }

    @Override
    @SuppressWarnings("NullAway") // there is a chunk for every target so far
    public void object(int tag, long at) throws UnreadableDumpException {
      int object = index.objects.position(dump.id(at + 1), at);
      if (object < 0) {
        return; // If several records have the same id, the first one is used.
      }
      if (tag == HprofTags.INSTANCE_DUMP && isOfWatcher(at)) {
        watchers.set(object);
        return;
      }
      int list = size;
      add(0);
      references.visit(tag, at, adding);
      throwIfFull();
      if (size == list + 1) {
        size = list; // The object has no references, like most arrays and many instances.
      } else {
        targets[list >>> CHUNK_SHIFT][list & (CHUNK - 1)] = size - list - 1;
        lists[object] = list;
      }
    }

    private boolean isOfWatcher(long record) {
      HeapClass type = classes.ofInstance(record);
      return type != null && type.isWatcher();
    }

    @Override
    public void root(int tag, long at) {}
  }

  private void throwIfFull() throws UnreadableDumpException {
    if (full) {
      throw budget.exceeded();
    }
  }

  @SuppressWarnings("NullAway") // there is a chunk unless full is set
  private void add(int target) {
    int chunk = size >>> CHUNK_SHIFT;
    if ((size & (CHUNK - 1)) == 0 && !full) {
      targets = chunk == targets.length ? Arrays.copyOf(targets, 2 * chunk) : targets;
      // The chunk already exists if the entries added last were removed again.
      if (targets[chunk] == null) {
        full = size >= MAX_SIZE || !budget.tryTake((long) CHUNK * Integer.BYTES);
        targets[chunk] = full ? null : new int[CHUNK];
      }
    }
    if (!full) {
      targets[chunk][size++ & (CHUNK - 1)] = target;
    }
  }

  /** The number of the first reference of an object. */
  public int first(int object) {
    return lists[object] + 1;
  }

  /** One more than the number of the last reference of an object. */
  public int end(int object) {
    int list = lists[object];
    return list + 1 + target(list);
  }

  /** The object that a reference points to. */
  @SuppressWarnings("NullAway") // there is a chunk for each reference
  public int target(int reference) {
    return targets[reference >>> CHUNK_SHIFT][reference & (CHUNK - 1)];
  }

  /** The instances of the agent's classes. The graph contains no references from these objects. */
  public BitSet watchers() {
    return (BitSet) watchers.clone();
  }
}
