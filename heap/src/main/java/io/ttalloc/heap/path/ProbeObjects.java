package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.UnreadableDumpException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the probe itself has in a dump.
 *
 * @param open the open resources, by slot
 * @param clockBaseNanos the clock base of the ledger that it writes; 0 if the dump does not tell
 */
record ProbeObjects(List<TrackedObject> open, long clockBaseNanos) {
  private static final String RESOURCE = "io.ttalloc.probe.Resource";
  private static final String LEDGER = "io.ttalloc.ledger.LedgerWriter";
  private static final String CLOCK_BASE = "clockBaseNanos";

  /** Finds them among the agent's objects. */
  static ProbeObjects of(HeapDump heap) throws UnreadableDumpException {
    Set<HeapClass> resources = subtypes(heap, RESOURCE);
    if (resources.isEmpty()) {
      throw new UnreadableDumpException(
          "has no class " + RESOURCE + ": its JVM ran without the agent, or tracked nothing");
    }
    Set<HeapClass> ledgers = subtypes(heap, LEDGER);
    List<TrackedObject> open = new ArrayList<>();
    long clockBaseNanos = 0;
    BitSet watchers = heap.graph().watchers();
    for (int i = watchers.nextSetBit(0); i >= 0; i = watchers.nextSetBit(i + 1)) {
      HeapClass type = heap.classOf(i);
      if (type != null && resources.contains(type)) {
        TrackedObject found = TrackedObject.of(heap, i);
        if (found != null) {
          open.add(found);
        }
      } else if (type != null && ledgers.contains(type)) {
        clockBaseNanos = heap.longNumber(i, CLOCK_BASE, 0);
      }
    }
    open.sort(Comparator.comparingInt(TrackedObject::slot).thenComparingInt(TrackedObject::object));
    return new ProbeObjects(open, clockBaseNanos);
  }

  private static Set<HeapClass> subtypes(HeapDump heap, String of) {
    Set<HeapClass> types = new HashSet<>();
    for (HeapClass c : heap.classes()) {
      if (c.is(of)) {
        types.add(c);
      }
    }
    return types;
  }
}
