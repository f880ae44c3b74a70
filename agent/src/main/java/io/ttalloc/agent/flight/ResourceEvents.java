package io.ttalloc.agent.flight;

import io.ttalloc.analysis.site.Fingerprint;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.OwnRecords;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.text.DeviceName;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/**
 * Emits an event when a resource is opened, closed or lost, on the thread where this happens. The
 * names in the events are read from the ledger and then cached. Thread-safe.
 */
final class ResourceEvents implements History.Listener {
  /**
   * The maximum number of entries in each of the caches of texts and openings. Further texts and
   * openings are read each time they are needed.
   */
  private static final int MAX_KNOWN = 1 << 14;

  /**
   * What the openings of a tally have in common: the type, the stack as text (for lost resources),
   * and the fingerprint.
   */
  private record Opening(TypeEntry type, String stack, String fingerprint) {}

  private final OwnRecords ledger;
  private final ConcurrentHashMap<Integer, String> texts = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, Opening> openings = new ConcurrentHashMap<>();

  ResourceEvents(OwnRecords ledger) {
    this.ledger = ledger;
  }

  /** Loads and links the event classes. */
  static void warmUp() {
    for (Event event :
        new Event[] {
          new ResourceOpenedEvent(), new ResourceClosedEvent(), new ResourceLostEvent()
        }) {
      boolean unused = event.shouldCommit();
    }
  }

  @Override
  public void happened(
      int kind,
      Resource resource,
      int tally,
      long livedNanos,
      long bytes,
      int slotFlags,
      int device,
      int space,
      long address) {
    ResourceEvent event = event(kind, livedNanos);
    if (!event.isEnabled()) {
      return;
    }
    try {
      Opening opening = opening(tally);
      event.type = opening.type().name();
      event.resourceClass = opening.type().className();
      event.bytes = (slotFlags & SlotLayout.FLAG_ALIAS) == 0 ? bytes : 0;
      event.device = (slotFlags & SlotLayout.FLAG_HAS_DEVICE) == 0 ? null : DeviceName.of(device);
      event.space = text(space);
      event.address = (slotFlags & SlotLayout.FLAG_HAS_ADDRESS) == 0 ? null : hex(address);
      event.fingerprint = opening.fingerprint();
      if (event instanceof ResourceLostEvent lost) {
        lost.openingStack = opening.stack();
      }
      event.commit();
    } catch (IOException e) {
      // Only the recorder's event is lost; the ledger contains the opening or close, or counts it
      // as dropped.
    }
  }

  private static ResourceEvent event(int kind, long livedNanos) {
    if (kind == RecordLayout.EVENT_OPEN) {
      return new ResourceOpenedEvent();
    }
    if (kind == RecordLayout.EVENT_COLLECTED) {
      ResourceLostEvent lost = new ResourceLostEvent();
      lost.lived = livedNanos;
      return lost;
    }
    ResourceClosedEvent closed = new ResourceClosedEvent();
    closed.lived = livedNanos;
    closed.reclaimed = kind == RecordLayout.EVENT_RECLAIMED;
    return closed;
  }

  private static String hex(long address) {
    return "0x".concat(Long.toHexString(address));
  }

  private @Nullable String text(int id) throws IOException {
    if (id == 0) {
      return null;
    }
    String known = texts.get(id);
    if (known == null) {
      known = ledger.text(id);
      if (texts.size() < MAX_KNOWN) {
        texts.put(id, known);
      }
    }
    return known;
  }

  private Opening opening(int tally) throws IOException {
    Opening known = openings.get(tally);
    if (known == null) {
      OwnRecords.Counted counted = ledger.counted(tally);
      List<Frame> frames = ledger.stack(counted.stackId());
      known = new Opening(counted.type(), text(frames), Fingerprint.of(counted.type(), frames));
      if (openings.size() < MAX_KNOWN) {
        openings.put(tally, known);
      }
    }
    return known;
  }

  private static String text(List<Frame> frames) {
    StringBuilder text = new StringBuilder();
    for (Frame frame : frames) {
      text.append(text.length() == 0 ? "" : "\n");
      text.append(frame.className()).append('.').append(frame.method());
      if (frame.line() >= 0) {
        text.append(':').append(frame.line());
      }
    }
    return text.toString();
  }
}
