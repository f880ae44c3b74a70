package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.report.HeldResource.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open resource of the dump.
 *
 * <p>The object of a resource is found through the probe's reference to it, an instance of {@code
 * io.ttalloc.probe.resource.Resource} or of a subclass, which also contains the slot. So the search
 * finds objects with the injected field as well as those in the probe's identity map, but not
 * clones, whose field refers to the resource of the original object.
 *
 * @param owner the object that the resource belongs to; negative if there is none
 */
record TrackedObject(int object, int slot, int tally, State state, int owner) {
  private static final String SLOT = "slotOrCloseStack";
  private static final String STATE = "state";

  /** The bits of the state word that contain the status. */
  private static final int STATUS = 7;

  private static final int CLOSED = 3;
  private static final int SETTLED = 4;

  /**
   * The states for the statuses from 0 to 3; a resource with any other status is no longer open.
   */
  private static final List<State> OPEN =
      List.of(State.OPENING, State.OPEN, State.CLOSING, State.CLOSED);

  /** Reads a Resource of the probe; null if the ledger no longer counts it as open. */
  static @Nullable TrackedObject of(HeapDump heap, int resource) {
    int object = heap.reference(resource, "referent");
    int slot = heap.number(resource, SLOT, -1);
    int status = heap.number(resource, STATE, STATUS) & STATUS;
    return object >= 0 && slot >= 0 && status < OPEN.size()
        ? new TrackedObject(
            object, slot, tally(heap, resource), OPEN.get(status), owner(heap, resource))
        : null;
  }

  /** Whether the close of a Resource of the probe has ended. */
  static boolean isClosed(HeapDump heap, int resource) {
    int status = heap.number(resource, STATE, STATUS) & STATUS;
    return status == CLOSED || status == SETTLED;
  }

  /**
   * The id of a resource's tally. The attachment is either the tally or a Link that contains it.
   */
  private static int tally(HeapDump heap, int resource) {
    int attachment = heap.reference(resource, "attachment");
    int linked = heap.reference(attachment, "tally");
    return heap.number(linked < 0 ? attachment : linked, "id", 0);
  }

  /** The object of the resource that owns a resource; negative if the resource has no owner. */
  private static int owner(HeapDump heap, int resource) {
    int owner = heap.reference(heap.reference(resource, "attachment"), "owner");
    return heap.reference(owner, "referent");
  }
}
