package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.report.HeldResource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The probe's own objects in a dump.
 *
 * @param open the open resources, ordered by slot
 * @param closed the objects whose resource is closed
 * @param clockBaseNanos the clock base of the ledger of the dumped process; 0 if it is not in the
 *     dump
 * @param holderClasses the names of the classes whose objects are holders by path
 */
record ProbeObjects(
    List<TrackedObject> open, BitSet closed, long clockBaseNanos, Set<String> holderClasses) {
  private static final String RESOURCE = "io.ttalloc.probe.resource.Resource";
  private static final String LEDGER = "io.ttalloc.ledger.write.LedgerWriter";
  private static final String CLOCK_BASE = "clockBaseNanos";
  private static final String HOLDERS = "holders";

  /** Finds the probe's objects in the dump. */
  static ProbeObjects of(HeapDump heap) throws UnreadableDumpException {
    Set<HeapClass> resources = subtypes(heap, RESOURCE);
    if (resources.isEmpty()) {
      throw new UnreadableDumpException(
          "has no class "
              + RESOURCE
              + ": its JVM ran without the agent, or the agent tracked nothing");
    }
    Set<HeapClass> ledgers = subtypes(heap, LEDGER);
    List<TrackedObject> open = new ArrayList<>();
    BitSet closed = new BitSet();
    Set<String> holders = new HashSet<>();
    long clockBaseNanos = 0;
    BitSet watchers = heap.graph().watchers();
    for (int i = watchers.nextSetBit(0); i >= 0; i = watchers.nextSetBit(i + 1)) {
      HeapClass type = heap.classOf(i);
      if (type != null && resources.contains(type)) {
        addResource(heap, i, open, closed);
      } else if (type != null && ledgers.contains(type)) {
        clockBaseNanos = heap.longNumber(i, CLOCK_BASE, 0);
        addNames(heap, heap.reference(i, HOLDERS), holders);
      }
    }
    open.sort(Comparator.comparingInt(TrackedObject::slot).thenComparingInt(TrackedObject::object));
    for (TrackedObject each : open) {
      // If the dump contains garbage, an object that was reopened has one Resource for each
      // opening.
      if (each.state() != HeldResource.State.CLOSED) {
        closed.clear(each.object());
      }
    }
    return new ProbeObjects(open, closed, clockBaseNanos, holders);
  }

  private static void addResource(
      HeapDump heap, int resource, List<TrackedObject> open, BitSet closed) {
    TrackedObject found = TrackedObject.of(heap, resource);
    if (found != null) {
      open.add(found);
    }
    int object = heap.reference(resource, "referent");
    if (object >= 0 && TrackedObject.isClosed(heap, resource)) {
      closed.set(object);
    }
  }

  private static void addNames(HeapDump heap, int array, Set<String> names) {
    for (int i = 0; i < heap.length(array); i++) {
      names.add(heap.text(heap.element(array, i)));
    }
  }

  private static Set<HeapClass> subtypes(HeapDump heap, String supertype) {
    return heap.classes().stream().filter(c -> c.is(supertype)).collect(Collectors.toSet());
  }
}
