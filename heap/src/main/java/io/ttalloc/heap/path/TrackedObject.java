package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.report.HeldResource.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An open resource of the dump.
 *
 * <p>Found by the probe's own references, {@code io.ttalloc.probe.Resource} and its subclasses:
 * each knows its slot and the one object that it was made for. This finds objects with the injected
 * field and those in the probe's table by identity alike, and no clones, whose field refers to the
 * resource of another object.
 */
record TrackedObject(int object, int slot, State state) {
  private static final String RESOURCE = "io.ttalloc.probe.Resource";
  private static final String SLOT = "slotOrCloseStack";
  private static final String STATE = "state";

  /** The bits of the state that are its status. */
  private static final int STATUS = 7;

  /** The first statuses, by number; the others are of resources that are no longer open. */
  private static final List<State> OPEN = List.of(State.OPENING, State.OPEN, State.CLOSING);

  /** All open resources, by slot. */
  static List<TrackedObject> all(HeapDump heap) throws UnreadableDumpException {
    Set<HeapClass> types = new HashSet<>();
    for (HeapClass c : heap.classes()) {
      if (c.is(RESOURCE)) {
        types.add(c);
      }
    }
    if (types.isEmpty()) {
      throw new UnreadableDumpException(
          "has no class " + RESOURCE + ": its JVM ran without the agent, or tracked nothing");
    }
    List<TrackedObject> found = new ArrayList<>();
    for (int i = 0; i < heap.objects().size(); i++) {
      HeapClass type = heap.isInstance(i) ? heap.classOf(i) : null;
      if (type != null && types.contains(type)) {
        int object = heap.reference(i, "referent");
        int slot = heap.number(i, SLOT, -1);
        int status = heap.number(i, STATE, STATUS) & STATUS;
        if (object >= 0 && slot >= 0 && status < OPEN.size()) {
          found.add(new TrackedObject(object, slot, OPEN.get(status)));
        }
      }
    }
    found.sort(
        Comparator.comparingInt(TrackedObject::slot).thenComparingInt(TrackedObject::object));
    return found;
  }
}
