package io.ttalloc.analysis;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static io.ttalloc.ledger.slots.Label.encoded;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.LineRanges;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Rows;
import io.ttalloc.ledger.write.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records events through a {@link LedgerWriter} as the probe does: changes the same counters and
 * slots, in the same order. All events come from one thread, so only one stripe of the counters is
 * used.
 */
final class LedgerRecorder {
  private static final int STRIPE = 0;

  private final LedgerWriter writer;
  private final Slots slots;
  private final Map<OpenedResource, Integer> slotOf = new HashMap<>();

  /**
   * Reserves one slot at a time, as for a virtual thread, so that resources have slots in the order
   * in which they were opened.
   */
  private final SlotBatch batch = new SlotBatch(1);

  LedgerRecorder(LedgerWriter writer) {
    this.writer = writer;
    this.slots = writer.slots();
  }

  void open(OpenedResource resource) {
    OpenedResource.Attributes is = resource.attributes();
    Tally tally = tally(resource);
    int slot = written(slots.take(batch));
    slotOf.put(resource, slot);
    slots.fill(slot, tally.id(), resource.openedNanos(), text(is.thread));
    slots.setRegion(
        slot,
        is.bytes,
        (int) is.extentBytes,
        is.address == null ? 0 : is.address,
        is.device == null ? 0 : is.device,
        text(is.space),
        text(is.session),
        flags(is));
    slots.extensions().setLabel(slot, is.label, false, batch);
    if (is.infrastructureScope != null) {
      slots.extensions().setInfrastructureScope(slot, text(is.infrastructureScope), batch);
    }
    tally.opened(STRIPE, is.alias);
    tally.openedBytes(STRIPE, is.alias ? 0 : is.bytes);
    if (countsOnDevice(slot)) {
      boolean counted =
          writer.devices().opened(slots.device(slot), slots.space(slot), slots.bytes(slot));
      if (!counted) {
        throw cannotGrow();
      }
    }
    slots.publish(slot);
    event(EVENT_OPEN, resource, resource.openedNanos());
  }

  private static int flags(OpenedResource.Attributes is) {
    return (is.alias ? FLAG_ALIAS : 0)
        | (is.shared ? FLAG_SHARED : 0)
        | (is.infrastructureScope == null ? 0 : FLAG_INFRASTRUCTURE)
        | (is.address == null ? 0 : FLAG_HAS_ADDRESS)
        | (is.device == null ? 0 : FLAG_HAS_DEVICE);
  }

  private boolean countsOnDevice(int slot) {
    int owning = FLAG_HAS_DEVICE | FLAG_ALIAS;
    return slots.space(slot) != 0 && (slots.flags(slot) & owning) == FLAG_HAS_DEVICE;
  }

  private void event(int kind, OpenedResource resource, long nanos) {
    int slot = slot(resource);
    writer.event(
        STRIPE,
        kind,
        countsOnDevice(slot) ? slots.space(slot) : 0,
        nanos,
        tally(resource).id(),
        slots.device(slot),
        slots.address(slot),
        slots.bytes(slot));
  }

  void own(OpenedResource resource, OpenedResource owner) {
    slots.addFlags(slot(owner), FLAG_HAS_OWNED);
    slots.setOwner(slot(resource), slot(owner), slots.generation(slot(owner)));
  }

  void hold(OpenedResource resource, OpenedResource cache, String entry) {
    own(resource, cache);
    slots
        .extensions()
        .setHolder(
            slot(resource), slot(cache), slots.generation(slot(cache)), encoded(entry), batch);
  }

  void count(OpenedResource resource, int by, List<Frame> stack, String thread, long nanos) {
    int unused = slots.extensions().counts().change(slot(resource), by, batch);
    slots
        .extensions()
        .counts()
        .addChange(slot(resource), by > 0, stack(stack), text(thread), nanos, batch);
  }

  void giveUp(
      OpenedResource resource,
      OpenedResource cache,
      @Nullable String entry,
      List<Frame> by,
      long nanos) {
    slots.setOwner(slot(resource), 0, 0);
    slots
        .extensions()
        .setGivenUp(slot(resource), tally(cache).id(), stack(by), nanos, encoded(entry), batch);
  }

  void ownedBefore(OpenedResource resource) {
    slots.addFlags(slot(resource), FLAG_HAS_OWNED);
  }

  void closeFailed(OpenedResource resource) {
    slots.addFlags(slot(resource), FLAG_CLOSE_FAILED);
    tally(resource).closeFailed(STRIPE);
  }

  void close(OpenedResource resource, long nanos) {
    countClose(EVENT_CLOSE, resource, nanos);
    slots.free(slot(resource), batch);
  }

  void reclaim(OpenedResource resource, long nanos) {
    tally(resource).reclaimed(STRIPE, slots.bytes(slot(resource)));
    countClose(EVENT_RECLAIMED, resource, nanos);
    slots.free(slot(resource), batch);
  }

  void closeOwner(OpenedResource owner, List<Frame> closeStack, long nanos) {
    int thread = text(owner.attributes().thread);
    slots.extensions().setClosing(slot(owner), stack(closeStack), thread, nanos, batch);
    countClose(EVENT_CLOSE, owner, nanos);
    slots.setState(slot(owner), STATE_CLOSED_OWNER);
  }

  private void countClose(int kind, OpenedResource resource, long nanos) {
    int slot = slot(resource);
    Tally tally = tally(resource);
    tally.lived(STRIPE, nanos - resource.openedNanos());
    event(kind, resource, nanos);
    tally.closed(STRIPE);
    if (countsOnDevice(slot)) {
      writer.devices().closed(slots.device(slot), slots.space(slot), slots.bytes(slot));
    }
  }

  void collect(OpenedResource resource, long nanos) {
    slots.setState(slot(resource), STATE_COLLECTED);
    tally(resource).collected(STRIPE);
    event(EVENT_COLLECTED, resource, nanos);
  }

  /** Counts collected resources whose slots are free again. */
  void fold(TypeEntry type, List<Frame> stack, long count, long bytesEach) {
    Tally tally = tally(type, stack);
    for (long i = 0; i < count; i++) {
      tally.opened(STRIPE, false);
      tally.collected(STRIPE);
      tally.folded(bytesEach);
    }
  }

  void closeSite(TypeEntry type, List<Frame> opened, List<Frame> by, long count) {
    Tally tally = tally(type, opened);
    int closing = stack(by);
    for (long i = 0; i < count; i++) {
      writer.closeSite(tally, closing);
    }
  }

  void mark(long nanos) {
    writer.marked(nanos);
  }

  LedgerWriter writer() {
    return writer;
  }

  Rows rows() {
    return writer.rows();
  }

  void statistics(StatisticsRecord said) {
    said.write(writer, true);
  }

  /** Records misuses. If {@code type} is null, only counts closes of unknown resources. */
  void misuse(
      MisuseKind kind,
      @Nullable TypeEntry type,
      List<Frame> first,
      List<Frame> second,
      long count,
      @Nullable String detail) {
    for (long i = 0; i < count; i++) {
      if (kind == MisuseKind.CLOSE_OF_UNKNOWN) {
        writer.unknownClose();
      }
      if (type != null) {
        written(writer.misuse(kind, type(type), stack(first), stack(second), text(detail)));
      }
    }
  }

  void thread(String name, List<Frame> stack, long takenNanos) {
    int low = (int) takenNanos;
    int high = (int) (takenNanos >>> Integer.SIZE);
    boolean written =
        writer
            .rows()
            .add(ThreadRecord.NUMBER, Integer.MAX_VALUE, text(name), stack(stack), low, high);
    written(written ? 1 : 0);
  }

  void guard(Frame at, @Nullable String type, int flags) {
    int lines = type == null ? -1 : type.indexOf('#');
    new GuardRecord(
            at.className(),
            at.method(),
            at.line(),
            lines < 0 || type == null ? type : type.substring(0, lines),
            (flags & GuardRecord.OF_CLASS) != 0,
            (flags & GuardRecord.EACH) != 0,
            (flags & GuardRecord.MADE) != 0,
            (flags & GuardRecord.FROM_CALL) != 0,
            lines < 0 || type == null ? null : LineRanges.parse(type.substring(lines + 1)))
        .write(writer.rows());
  }

  void method(MethodRecord method) {
    method.write(writer.rows());
  }

  void closing(OpenedResource resource) {
    slots.setState(slot(resource), STATE_CLOSING);
  }

  private int slot(OpenedResource resource) {
    Integer slot = slotOf.get(resource);
    if (slot == null) {
      throw new IllegalStateException("a resource of another ledger: " + resource.type());
    }
    return slot;
  }

  private Tally tally(OpenedResource resource) {
    return tally(resource.type(), resource.stack());
  }

  private Tally tally(TypeEntry type, List<Frame> stack) {
    Tally tally = writer.tally(type(type), stack(stack));
    if (tally == null) {
      throw cannotGrow();
    }
    return tally;
  }

  private int type(TypeEntry type) {
    return written(TypeEntries.write(writer, type));
  }

  /** Returns the id of a stack; 0, "unknown", for a stack without frames. */
  private int stack(List<Frame> frames) {
    int[] ids = new int[frames.size()];
    for (int i = 0; i < ids.length; i++) {
      Frame frame = frames.get(i);
      ids[i] = written(writer.frame(frame.className(), frame.method(), frame.file(), frame.line()));
    }
    return ids.length == 0 ? 0 : written(writer.stack(ids));
  }

  private int text(@Nullable String text) {
    return text == null ? 0 : written(writer.text(text));
  }

  private int written(int id) {
    if (id == 0) {
      throw cannotGrow();
    }
    return id;
  }

  private IllegalStateException cannotGrow() {
    return new IllegalStateException(
        "The ledger of a test is larger than the segments that it begins with, and "
            + writer.whyNot().words());
  }
}
