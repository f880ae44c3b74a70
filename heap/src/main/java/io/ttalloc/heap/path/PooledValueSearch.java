package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.HeapRoot;
import io.ttalloc.heap.dump.References;
import io.ttalloc.heap.dump.Roots;
import io.ttalloc.heap.path.ThreadLocals.StaticField;
import io.ttalloc.heap.report.PooledValue;
import io.ttalloc.heap.report.PooledValues;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values of thread-local variables in platform threads of pools that wait for their next
 * task: no task runs that could still use them.
 *
 * <p>Left out are values of the agent, and those of the JDK: their class is one of its own, and so
 * is the class whose static field holds the variable or, without one, that of the variable. Looks
 * at {@link #MOST_ENTRIES} entries at most; what is beyond is not told.
 */
final class PooledValueSearch {
  private static final long MOST_ENTRIES = 20_000_000;

  private static final String THREAD = "java.lang.Thread";
  private static final Set<String> MAPS = Set.of("threadLocals", "inheritableThreadLocals");
  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double");

  private record Key(String variableClass, String field, String valueClass) {}

  /** The values of one row. */
  private static final class Sum {
    private final FoldedNames names = new FoldedNames(PooledValue.MOST_NAMES);
    private int lastThread = -1;
    private long values;
    private long threads;

    void add(int thread, String name) {
      values++;
      if (thread != lastThread) {
        lastThread = thread;
        threads++;
        names.add(name);
      }
    }

    PooledValue toRow(Key key) {
      return new PooledValue(
          key.variableClass, key.field, key.valueClass, values, threads, names.toList());
    }
  }

  private final HeapDump heap;
  private final ThreadLocals threadLocals;
  private final References references;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();
  private long entriesLeft = MOST_ENTRIES;
  private long unlisted;

  PooledValueSearch(HeapDump heap, ThreadLocals threadLocals) {
    this.heap = heap;
    this.threadLocals = threadLocals;
    this.references = heap.references();
  }

  /** Searches, once. */
  PooledValues search() {
    Roots roots = heap.roots();
    BitSet seen = new BitSet();
    for (int root = 0; root < roots.size(); root++) {
      int thread = roots.kind(root) == HeapRoot.Kind.THREAD ? roots.object(root) : -1;
      if (thread >= 0 && !seen.get(thread)) {
        seen.set(thread);
        if (isPlatformThread(thread)
            && WaitingThreads.waitsForTask(roots.calls(root, WaitingThreads.MOST_FRAMES))) {
          read(thread, roots.describe(root).thread());
        }
      }
    }
    List<PooledValue> rows = new ArrayList<>();
    sums.forEach((key, sum) -> rows.add(sum.toRow(key)));
    return PooledValues.of(rows, unlisted);
  }

  private boolean isPlatformThread(int thread) {
    HeapClass type = heap.classOf(thread);
    return type != null && type.is(THREAD) && !type.is("java.lang.BaseVirtualThread");
  }

  private void read(int thread, String name) {
    references.visit(
        thread,
        (target, which) -> {
          NamedField field = references.field(thread, which);
          if (field != null
              && field.declaredBy().name().equals(THREAD)
              && MAPS.contains(field.name())) {
            readMap(target, thread, name);
          }
        });
  }

  private void readMap(int map, int thread, String name) {
    int table = heap.reference(map, "table");
    int length = heap.length(table);
    for (int i = 0; i < length && entriesLeft > 0; i++) {
      entriesLeft--;
      int entry = heap.element(table, i);
      int value = heap.reference(entry, "value");
      if (value >= 0) {
        add(keyOf(heap.reference(entry, "referent"), value), thread, name);
      }
    }
  }

  /** What an entry is counted under; null if it is left out. */
  private @Nullable Key keyOf(int variable, int value) {
    String valueClass = heap.typeName(value);
    boolean ofJdk = isOfJdk(heap.classOf(value), valueClass);
    if (HeapClass.isWatcher(valueClass)) {
      return null;
    }
    if (variable < 0) {
      return ofJdk ? null : new Key("", "", valueClass);
    }
    StaticField field = threadLocals.field(variable);
    HeapClass shown = field == null ? heap.classOf(variable) : field.declaredBy();
    String shownName = shown == null ? "?" : shown.name();
    if (HeapClass.isWatcher(shownName) || (ofJdk && isOfJdk(shown, shownName))) {
      return null;
    }
    return new Key(shownName, field == null ? "" : field.name(), valueClass);
  }

  /** Arrays of any objects may have the boot loader in a dump, so their names decide. */
  private static boolean isOfJdk(@Nullable HeapClass type, String name) {
    if (type == null || !name.endsWith("[]")) {
      return type == null || type.isOfPlatform();
    }
    String element = name.substring(0, name.indexOf('['));
    return PRIMITIVES.contains(element) || SearchRoots.isOfJdk(element);
  }

  private void add(@Nullable Key key, int thread, String name) {
    if (key == null) {
      return;
    }
    Sum sum = sums.get(key);
    if (sum == null && sums.size() < PooledValues.MOST_ROWS) {
      sum = new Sum();
      sums.put(key, sum);
    }
    if (sum == null) {
      unlisted++;
    } else {
      sum.add(thread, name);
    }
  }
}
