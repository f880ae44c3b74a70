package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import io.ttalloc.ledger.slots.Slots;
import java.nio.MappedByteBuffer;

/**
 * The resources that are open when the process ends, according to the counters and slots of the
 * process's own ledger. Recognizes a run in which the program left nothing of its own open, so that
 * the file of such a run need not be read and judged. Immutable.
 *
 * <p>A run is {@link #isClean clean} only if there is nothing else to report, such as a misuse, a
 * mark, a gap, or a resource of the program that was collected or reclaimed. If hooks are still
 * running, the counts may be from different moments; such a run does not count as clean.
 */
public final class OpenAtEnd {
  /**
   * The maximum number of open resources of the system itself to examine; a run with more of them
   * is analyzed in full.
   */
  private static final int MAX_SYSTEMS_OWN = 64;

  /** Gaps that are irrelevant if nothing is open. */
  private static final int HARMLESS = Gap.NOT_COLLECTED.flag;

  private final SegmentedFile file;
  private final RecordArea records;
  private long opened;
  private long closed;
  private long disowned;
  private long live;
  private long systemsOwn;

  /** Whether counters and header show nothing but opened and closed resources. */
  private boolean plain;

  private boolean dependsOnHeap;

  private OpenAtEnd(SegmentedFile file, RecordArea records) {
    this.file = file;
    this.records = records;
  }

  static OpenAtEnd of(
      SegmentedFile file,
      RecordArea records,
      TallyTable tallies,
      Slots slots,
      Occurrences occurrences,
      boolean marked) {
    OpenAtEnd open = new OpenAtEnd(file, records);
    open.plain = !marked && !occurrences.haveMisuse() && headerIsPlain(file.segment(0));
    for (RecordIndex table : tallies.all()) {
      for (int chain = 0; chain < table.chains(); chain++) {
        for (int id = table.first(chain); id != 0; id = table.next(id)) {
          open.addTally(id);
        }
      }
    }
    if (open.live != 0) {
      open.scan(slots.fresh());
    }
    return open;
  }

  private static boolean headerIsPlain(MappedByteBuffer header) {
    boolean lost = false;
    for (Loss loss : Loss.values()) {
      lost |= Words.getLong(header, loss.headerOffset()) != 0;
    }
    return !lost
        && (Words.getInt(header, HEADER_FLAGS) & ~HARMLESS) == 0
        && Words.getInt(header, HEADER_CAPTURE) == CAPTURE_FULL
        && Words.getLong(header, HEADER_HOOK_ERRORS) == 0
        && Words.getLong(header, HEADER_UNKNOWN_CLOSES) == 0;
  }

  private void addTally(int id) {
    MappedByteBuffer segment = records.segmentOf(id);
    int tally = RecordArea.payloadOffset(id);
    int type = segment.getInt(tally + TALLY_TYPE);
    int flags = wordOf(type, TYPE_FLAGS);
    if ((flags & TYPE_INTERNAL) != 0) {
      return;
    }
    long gone = OpenSamples.sum(segment, tally, COUNT_CLOSED);
    long all = OpenSamples.sum(segment, tally, COUNT_OPENED);
    live += Math.max(0, all - gone);
    // Caches are not included in the sums, but a run with open caches is not plain.
    boolean holder = (flags & TYPE_HOLDER) != 0;
    opened += holder ? 0 : all;
    closed += holder ? 0 : gone;
    disowned += holder ? 0 : Words.getLong(segment, tally + TALLY_DISOWNED);
    // A collected resource counts as live. The run can be clean only if the slot shows that the
    // system itself opened the resource.
    boolean counted =
        OpenSamples.sum(segment, tally, COUNT_RECLAIMED)
                + Words.getLong(segment, tally + TALLY_HOLLOW)
            == 0;
    boolean closesSeen = (flags & TYPE_CLOSES_UNSEEN) == 0 && wordOf(type, TYPE_UNSEEN) == 0;
    plain &= counted && (closesSeen || all == 0);
  }

  /** The number at an offset in the record of a type; 0 if the type is unknown. */
  private int wordOf(int type, int offset) {
    return type <= 0 ? 0 : records.segmentOf(type).getInt(RecordArea.payloadOffset(type) + offset);
  }

  /**
   * Examines all slots; stops early once the run is known not to be clean and verdicts are known to
   * depend on the heap.
   */
  private void scan(int fresh) {
    int count = file.count();
    for (int number = 1; number < count; number++) {
      MappedByteBuffer slots = file.segment(number);
      if (Words.getInt(slots, SEGMENT_KIND) == KIND_SLOTS) {
        int free = fresh & (SLOTS_PER_SEGMENT - 1);
        boolean newest = free != 0 && number == fresh >>> SLOTS_PER_SEGMENT_SHIFT;
        int end = newest ? free << SLOT_SHIFT : SEGMENT_BYTES;
        for (int at = SLOT_BYTES; at < end && !(dependsOnHeap && !plain); at += SLOT_BYTES) {
          addSlot(slots, at);
        }
      }
    }
  }

  private void addSlot(MappedByteBuffer slots, int at) {
    int state = Words.getInt(slots, at + SLOT_STATE) & STATE_MASK;
    if (state == STATE_FREE || state == STATE_EXTENSION || state == STATE_COUNT) {
      return;
    }
    int tally = Words.getInt(slots, at + SLOT_TALLY);
    int type = records.segmentOf(tally).getInt(RecordArea.payloadOffset(tally) + TALLY_TYPE);
    int typeFlags = wordOf(type, TYPE_FLAGS);
    if ((typeFlags & TYPE_INTERNAL) != 0) {
      return;
    }
    int flags = Words.getInt(slots, at + SLOT_DEVICE) >>> Short.SIZE;
    boolean open = state == STATE_OPEN || state == STATE_CLOSING;
    boolean systems = (flags & FLAG_INFRASTRUCTURE) != 0;
    boolean there = state == STATE_OPEN || state == STATE_COLLECTED;
    if (there && systems && isSimple(slots, at, flags, typeFlags)) {
      systemsOwn++;
      plain &= systemsOwn <= MAX_SYSTEMS_OWN;
    } else {
      plain = false;
    }
    boolean judged = open && !systems && (flags & FLAG_ALIAS) == 0;
    dependsOnHeap |=
        judged
            && (typeFlags & (TYPE_HOLDER | TYPE_KEYED)) == 0
            && !TypePolicies.isNoLeakAtExit(typeFlags)
            && holder(slots, at) == 0;
  }

  /** Whether the verdict on a resource depends only on where it was opened. */
  private boolean isSimple(MappedByteBuffer slots, int at, int flags, int typeFlags) {
    return (typeFlags & (TYPE_HOLDER | TYPE_OWNER)) == 0
        && !TypePolicies.hasOneForInfrastructure(typeFlags)
        && (flags & (FLAG_ALIAS | FLAG_HAS_ADDRESS | FLAG_HAS_DEVICE | FLAG_CLOSE_FAILED)) == 0
        && Words.getInt(slots, at + SLOT_OWNER) == 0
        && holder(slots, at) == 0;
  }

  /** The cache that holds a resource; 0 if none does. */
  private int holder(MappedByteBuffer slots, int at) {
    int extension = Words.getInt(slots, at + SLOT_EXTENSION);
    if (extension != 0 && (word(extension, SLOT_STATE) & STATE_MASK) == STATE_COUNT) {
      extension = word(extension, COUNT_FACTS);
    }
    return extension == 0 ? 0 : word(extension, EXTENSION_HOLDER);
  }

  private int word(int slot, int at) {
    int offset = (slot & (SLOTS_PER_SEGMENT - 1)) << SLOT_SHIFT;
    return Words.getInt(file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), offset + at);
  }

  /** The number of resources that were opened but not closed, including collected ones. */
  public long count() {
    return live;
  }

  /**
   * Whether the program has left nothing of its own open, and the run has nothing else to report.
   */
  public boolean isClean() {
    return plain && systemsOwn == live;
  }

  /** Whether the verdict on any open resource may depend on what keeps the resource reachable. */
  public boolean dependsOnHeap() {
    return dependsOnHeap;
  }

  /** The number of resources opened so far, excluding caches. */
  public long opened() {
    return opened;
  }

  /** The number of {@link #opened} resources that were closed or disowned. */
  public long closed() {
    return closed;
  }

  /**
   * The number of {@link #closed} resources that were not really closed: something else owns them
   * now.
   */
  public long disowned() {
    return disowned;
  }

  /** The number of open resources that the system keeps for itself; valid only for a clean run. */
  public long systemsOwn() {
    return systemsOwn;
  }
}
