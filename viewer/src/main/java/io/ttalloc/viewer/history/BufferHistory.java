package io.ttalloc.viewer.history;

import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.viewer.history.PlacedBuffer.Place;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of a ledger and the operations that opened them.
 *
 * <p>All open buffers are read from the slots. Closed buffers are reconstructed from the recent
 * events. The ledger keeps only a limited number of events, so buffers that were closed before
 * {@link #completeSinceNanos} are unknown. Events do not contain the size per bank, which is
 * therefore taken from an open buffer with the same stack and size, or estimated if there is none.
 */
public final class BufferHistory {
  private record Opened(int tally, long nanos) {}

  private record Known(int tally, int device, String space, long address, long bytes) {}

  private record Sized(int tally, long bytes) {}

  /** The type of resources whose opening begins a session of a device. */
  private static final String DEVICE = "device";

  private final LedgerImage image;
  private final OperationTimeline timeline;
  private final long sinceNanos;
  private final List<PlacedBuffer> buffers = new ArrayList<>();
  private long elsewhere;
  private final Map<Integer, ViewerTensor> openTensors = new HashMap<>();
  private final List<ViewerTensor> tensors = new ArrayList<>();
  private final DeviceSessions sessions = new DeviceSessions();
  private final Map<String, Long> spacesLeftOut = new TreeMap<>();
  private final Map<Opened, Integer> openSince = new HashMap<>();
  private final Map<Sized, Long> perBank = new HashMap<>();

  /** The ids of the tallies that have a close among the events. */
  private final Set<Integer> closed = new HashSet<>();

  private List<ViewerOperation> operations = List.of();

  private BufferHistory(LedgerImage image) {
    this.image = image;
    for (EventEntry event : image.events()) {
      if (event.kind() != EventEntry.Kind.OPEN) {
        closed.add(event.tally());
      }
    }
    timeline = new OperationTimeline(image);
    sinceNanos = image.eventsSinceNanos();
  }

  /**
   * Reads the slots and the recent events of a ledger.
   *
   * @throws IOException if the slots cannot be read
   */
  public static BufferHistory of(LedgerImage image) throws IOException {
    BufferHistory history = new BufferHistory(image);
    image.forEachSlot(history::add);
    history.addClosed();
    history.sessions.number();
    history.tensors.addAll(history.openTensors.values());
    history.tensors.sort(Comparator.comparingLong(ViewerTensor::openedNanos));
    for (PlacedBuffer buffer : history.buffers) {
      if (!buffer.isResolved()) {
        buffer.resolve(history.perBank.get(new Sized(buffer.tally().id(), buffer.bytes())));
      }
      buffer.rank(history.rankOf(buffer));
    }
    history.buffers.sort(Comparator.comparingLong(PlacedBuffer::openedNanos));
    long end = image.process().clock().lastSeenNanos();
    for (EventEntry event : image.events()) {
      end = Math.max(end, event.atNanos());
    }
    history.operations = history.timeline.inOrder(end);
    return history;
  }

  private void add(SlotEntry slot) {
    ViewerOperation operation = timeline.opened(slot.tally(), slot.opened().nanos());
    if (slot.opened().nanos() >= sinceNanos && !image.events().isEmpty()) {
      openSince.merge(new Opened(slot.tally().id(), slot.opened().nanos()), 1, Integer::sum);
    }
    addSession(slot);
    if (slot.state() == SlotState.CLOSED_OWNER) {
      return;
    }
    if (isTensor(slot.tally())) {
      openTensors.computeIfAbsent(slot.id().index(), index -> openTensor(slot));
    }
    SlotEntry.Place place = slot.place();
    boolean onDevice = place.hasDevice() && place.device() >= 0 && place.hasAddress();
    ViewerBufferType type = ViewerBufferType.of(place.space());
    if (!onDevice || place.alias()) {
      elsewhere += onDevice ? 0 : 1;
      return;
    }
    if (type == null) {
      spacesLeftOut.merge(String.valueOf(place.space()), 1L, Long::sum);
      return;
    }
    PlacedBuffer buffer =
        new PlacedBuffer(
            new Place(place.device(), type, place.address()),
            slot.tally(),
            place.session(),
            slot.bytes(),
            place.extentBytes(),
            slot.opened().nanos(),
            PlacedBuffer.NEVER);
    if (closed.contains(slot.tally().id())) {
      perBank.put(new Sized(slot.tally().id(), slot.bytes()), place.extentBytes());
    }
    buffers.add(buffer);
    operation.placed(buffer);
    addToTensor(slot, buffer);
  }

  private void addSession(SlotEntry slot) {
    SlotEntry.Place place = slot.place();
    String session = place.session();
    if (place.hasDevice() && place.device() >= 0 && session != null) {
      sessions.named(place.device(), session, slot.opened().nanos());
    }
  }

  /**
   * The number of open resources that the viewer cannot show because they have no address on a
   * device.
   */
  public long elsewhere() {
    return elsewhere;
  }

  private void addToTensor(SlotEntry slot, PlacedBuffer buffer) {
    SlotEntry at = slot;
    for (int depth = 0; depth < 8; depth++) {
      SlotEntry.Id id = at.ownership().owner();
      SlotEntry owner = id == null ? null : image.owners().get(id.index());
      if (owner == null || !owner.id().equals(id)) {
        return;
      }
      boolean closed = owner.state() == SlotState.CLOSED_OWNER;
      if (isTensor(owner.tally()) && !closed) {
        openTensors.computeIfAbsent(owner.id().index(), index -> openTensor(owner)).owns(buffer);
        return;
      }
      at = owner;
    }
  }

  private static boolean isTensor(TallyEntry tally) {
    return tally.type().name().equals(ViewerTensor.TYPE);
  }

  private ViewerTensor openTensor(SlotEntry slot) {
    long nanos = slot.opened().nanos();
    return new ViewerTensor(timeline.operationOf(slot.tally(), nanos), nanos, PlacedBuffer.NEVER);
  }

  /**
   * The rank of a buffer. Events do not contain the session, so a closed buffer is assumed to
   * belong to the latest session that had begun when the buffer was opened.
   */
  private int rankOf(PlacedBuffer buffer) {
    int device = buffer.place().device();
    String session = buffer.session();
    return session == null
        ? sessions.rankAt(device, buffer.openedNanos())
        : sessions.rankOf(device, session);
  }

  /**
   * The highest session number, over all devices, of the sessions that had begun by the given time.
   */
  int rankAt(long nanos) {
    return sessions.rankAt(nanos);
  }

  private void addClosed() {
    Map<Known, Deque<EventEntry>> pending = new HashMap<>();
    Map<Integer, Deque<EventEntry>> pendingTensors = new HashMap<>();
    for (EventEntry event : image.events()) {
      TallyEntry tally = image.tallies().get(event.tally());
      if (tally == null || event.atNanos() < sinceNanos) {
        continue; // an event of the probe itself, or one from the time before events are complete
      }
      boolean opens = event.kind() == EventEntry.Kind.OPEN;
      if (opens && event.device() >= 0 && tally.type().name().equals(DEVICE)) {
        sessions.opened(event.device(), event.atNanos());
      }
      if (opens && isOpen(tally, event)) {
        continue;
      }
      if (opens) {
        timeline.opened(tally, event.atNanos());
      }
      if (isTensor(tally)) {
        addClosedTensor(
            tally, event, pendingTensors.computeIfAbsent(tally.id(), k -> new ArrayDeque<>()));
      }
      ViewerBufferType type = ViewerBufferType.of(event.space());
      if (event.device() < 0 || event.address() == 0 || type == null) {
        continue;
      }
      Known known =
          new Known(tally.id(), event.device(), type.name(), event.address(), event.bytes());
      Deque<EventEntry> same = pending.computeIfAbsent(known, k -> new ArrayDeque<>());
      if (opens) {
        same.addLast(event);
      } else if (event.kind() != EventEntry.Kind.COLLECTED) {
        addClosed(tally, type, same.pollFirst(), event);
      }
    }
  }

  /** Adds a tensor when its close is reached, if its opening is known. */
  private void addClosedTensor(TallyEntry tally, EventEntry event, Deque<EventEntry> opened) {
    if (event.kind() == EventEntry.Kind.OPEN) {
      opened.addLast(event);
    } else if (event.kind() != EventEntry.Kind.COLLECTED && !opened.isEmpty()) {
      long nanos = opened.removeFirst().atNanos();
      tensors.add(new ViewerTensor(timeline.operationOf(tally, nanos), nanos, event.atNanos()));
    }
  }

  /** Whether the resource that the event opened is still in a slot. */
  private boolean isOpen(TallyEntry tally, EventEntry event) {
    Opened key = new Opened(tally.id(), event.atNanos());
    Integer left = openSince.get(key);
    if (left == null) {
      return false;
    }
    if (left == 1) {
      openSince.remove(key);
    } else {
      openSince.put(key, left - 1);
    }
    return true;
  }

  private void addClosed(
      TallyEntry tally, ViewerBufferType type, @Nullable EventEntry opened, EventEntry closed) {
    if (opened == null && sinceNanos == 0) {
      return; // the opening time is unknown
    }
    PlacedBuffer buffer =
        new PlacedBuffer(
            new Place(closed.device(), type, closed.address()),
            tally,
            null,
            closed.bytes(),
            // The size of a circular buffer is its size on each core.
            PlacedBuffer.isCircular(tally) ? closed.bytes() : -1,
            opened == null ? sinceNanos : opened.atNanos(),
            closed.atNanos());
    buffers.add(buffer);
    if (opened != null) {
      timeline.operationOf(tally, opened.atNanos()).placed(buffer);
    }
  }

  /** All buffers, in the order in which they were opened. */
  public List<PlacedBuffer> buffers() {
    return buffers;
  }

  /** The operations, in the order in which they ended; they are not numbered yet. */
  public List<ViewerOperation> operations() {
    return operations;
  }

  /**
   * The tensors, in the order in which they were opened: all open tensors, and those closed tensors
   * whose opening and close are still in the ledger.
   */
  public List<ViewerTensor> tensors() {
    return tensors;
  }

  /** The time since which all closes are known; 0 if the ledger contains all closes. */
  public long completeSinceNanos() {
    return sinceNanos;
  }

  /** The number of open buffers in each space that the viewer does not know. */
  public Map<String, Long> spacesLeftOut() {
    return spacesLeftOut;
  }

  /** The named sites on the stack of a buffer, the outermost first. */
  public List<String> sitesOf(PlacedBuffer buffer) {
    List<String> sites = new ArrayList<>(timeline.opening(buffer.tally()).sites());
    Collections.reverse(sites);
    return sites;
  }

  /** The innermost named site on the stack of a buffer, or the call that opened it. */
  public String siteOf(PlacedBuffer buffer) {
    return timeline.opening(buffer.tally()).site();
  }

  /**
   * The operation in which the given call opened a resource at the given time; null if there is
   * none.
   */
  public @Nullable ViewerOperation operationOf(Opening opening, long nanos) {
    return timeline.find(opening, nanos);
  }
}
