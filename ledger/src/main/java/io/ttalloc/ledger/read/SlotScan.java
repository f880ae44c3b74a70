package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pass over all slots, in chunks. The buffers are small and reused, because a process that
 * dumps its own ledger may have a full heap.
 *
 * <p>A running process changes slots during the reading. A slot is therefore read twice and used
 * only if both readings agree. A slot with an extension is read again after the extension, because
 * the extension belongs to the resource only as long as the slot does. Not thread-safe.
 */
final class SlotScan {
  private static final int TRIES = 8;
  private static final int CHUNK_BYTES = 1 << 16;

  private final LedgerFile file;
  private final SlotDecoder decoder;
  private final Map<Integer, TallyEntry> tallies;
  private final boolean live;
  private final long untilNanos;
  private final Extensions extensions;
  private final ByteBuffer slot = LedgerFile.buffer(SLOT_BYTES);
  private final ByteBuffer again = LedgerFile.buffer(SLOT_BYTES);

  /** Whether the slot that was decoded last refers to an extension that does not exist. */
  private boolean factsLost;

  private long open;
  private long latestNanos;
  private long unknownStates;
  private long lostExtensions;
  private long unsteady;
  private long unknownTallies;

  /** Creates a pass over the resources that were opened up to a relative time. */
  SlotScan(
      LedgerFile file,
      SlotDecoder decoder,
      Map<Integer, TallyEntry> tallies,
      boolean live,
      long untilNanos) {
    this.file = file;
    this.decoder = decoder;
    this.tallies = tallies;
    this.live = live;
    this.untilNanos = untilNanos;
    this.extensions = new Extensions(file);
  }

  /** Selects the resources that a pass visits. */
  interface Filter {
    boolean accepts(SlotState state, TypeEntry type);
  }

  /** Visits the resources in the order of slot index. */
  void run(Filter filter, Consumer<SlotEntry> visitor) throws IOException {
    ByteBuffer head = LedgerFile.buffer(SEGMENT_HEADER_BYTES);
    ByteBuffer first = LedgerFile.buffer(CHUNK_BYTES);
    ByteBuffer second = live ? LedgerFile.buffer(CHUNK_BYTES) : first;
    for (int segment = 1; segment < file.segments(); segment++) {
      file.reached(segment);
      long position = (long) segment << SEGMENT_SHIFT;
      if (file.read(head, position) == 0) {
        // The file ends here. If it is too short, LedgerFile adds this to the damage.
        return;
      }
      if (head.getInt(SEGMENT_KIND) == KIND_SLOTS) {
        decoder.beginSegment();
        for (int chunk = 0; chunk < SEGMENT_BYTES; chunk += CHUNK_BYTES) {
          runChunk(position + chunk, first, second, filter, visitor);
        }
      }
    }
  }

  private void runChunk(
      long position,
      ByteBuffer first,
      ByteBuffer second,
      Filter filter,
      Consumer<SlotEntry> visitor)
      throws IOException {
    // Bytes missing from the file read as zeros, which are free slots.
    file.read(first, position);
    if (live) {
      file.read(second, position);
      extensions.forget();
    }
    int start = (int) (position >>> SLOT_SHIFT);
    extensions.near(start, second);
    scan(start, first, second, filter, visitor);
  }

  /** The offset of the first slot in a chunk, after the header if the chunk begins a segment. */
  private static int firstSlot(int start) {
    return (start & (SLOTS_PER_SEGMENT - 1)) == 0 ? SLOT_BYTES : 0;
  }

  /**
   * A slot that will be visited if its extension is still valid; if {@code entry} is null, the slot
   * must be read again on its own.
   *
   * @param lost whether the slot refers to an extension that does not exist
   */
  private record Candidate(int at, @Nullable SlotEntry entry, boolean lost) {}

  private void scan(
      int start, ByteBuffer first, ByteBuffer second, Filter filter, Consumer<SlotEntry> visitor)
      throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    boolean extended = false;
    for (int at = firstSlot(start); at < CHUNK_BYTES; at += SLOT_BYTES) {
      if (!isTaken(first, at)) {
        continue;
      }
      if (live && !same(first, at, second, at)) {
        candidates.add(new Candidate(at, null, false));
        continue;
      }
      SlotEntry entry = decode(start + (at >> SLOT_SHIFT), first, at, filter);
      if (entry != null) {
        candidates.add(new Candidate(at, entry, factsLost));
        extended |= first.getInt(at + SLOT_EXTENSION) != 0;
      }
    }
    if (live && extended) {
      file.read(second, (long) start << SLOT_SHIFT);
    }
    for (Candidate candidate : candidates) {
      int at = candidate.at();
      SlotEntry entry = candidate.entry();
      int extension = first.getInt(at + SLOT_EXTENSION);
      if (entry != null && (extension == 0 || isStill(first, at, second, at))) {
        accept(entry, candidate.lost(), visitor);
      } else {
        visitOne(start + (at >> SLOT_SHIFT), filter, visitor);
      }
    }
  }

  private void visitOne(int index, Filter filter, Consumer<SlotEntry> visitor) throws IOException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (!settle(index)) {
        break;
      }
      SlotEntry entry = decode(index, slot, 0, filter);
      if (entry == null) {
        return;
      }
      int extension = slot.getInt(SLOT_EXTENSION);
      if (extension != 0) {
        file.read(again, slotPosition(index));
      }
      if (extension == 0 || isStill(slot, 0, again, 0)) {
        accept(entry, factsLost, visitor);
        return;
      }
    }
    unsteady++;
  }

  private void accept(SlotEntry entry, boolean lost, Consumer<SlotEntry> visitor) {
    if (lost) {
      lostExtensions++;
    }
    visitor.accept(entry);
  }

  private boolean isTaken(ByteBuffer bytes, int at) {
    int state = bytes.getInt(at + SLOT_STATE) & STATE_MASK;
    open += state == STATE_OPEN || state == STATE_CLOSING || state == STATE_COLLECTED ? 1 : 0;
    boolean taken = state != STATE_FREE && state != STATE_EXTENSION && state != STATE_COUNT;
    latestNanos =
        taken ? Math.max(latestNanos, bytes.getLong(at + SLOT_OPENED_NANOS)) : latestNanos;
    return taken;
  }

  /** The resource in a slot; null if there is none or the filter does not accept it. */
  private @Nullable SlotEntry decode(int index, ByteBuffer bytes, int at, Filter filter)
      throws IOException {
    SlotState state = stateOf(bytes.getInt(at + SLOT_STATE));
    if (state == null) {
      return null;
    }
    if (bytes.getLong(at + SLOT_OPENED_NANOS) > untilNanos) {
      return null;
    }
    TallyEntry tally = tallies.get(bytes.getInt(at + SLOT_TALLY));
    if (tally == null) {
      unknownTallies++;
      // In a running process, the resource is newer than the tallies that were read.
      tally = live ? null : Tallies.UNKNOWN_ENTRY;
    }
    if (tally == null || !filter.accepts(state, tally.type())) {
      return null;
    }
    int extension = bytes.getInt(at + SLOT_EXTENSION);
    Extensions.Facts facts = extension == 0 ? null : extensions.read(extension);
    factsLost = extension != 0 && facts == null;
    return decoder.decode(index, state, tally, bytes, at, facts);
  }

  private @Nullable SlotState stateOf(int word) {
    return switch (word & STATE_MASK) {
      case STATE_OPEN, STATE_CLOSING -> SlotState.OPEN;
      case STATE_COLLECTED -> SlotState.COLLECTED;
      case STATE_CLOSED_OWNER -> SlotState.CLOSED_OWNER;
      case STATE_FREE, STATE_EXTENSION, STATE_COUNT -> null;
      default -> {
        unknownStates++;
        yield null;
      }
    };
  }

  /** Reads a slot until two readings agree; returns false if that takes too many attempts. */
  private boolean settle(int index) throws IOException {
    // The resource may be newer than the cached pages of extensions.
    extensions.forget();
    file.read(slot, slotPosition(index));
    for (int attempt = 0; attempt < TRIES; attempt++) {
      file.read(again, slotPosition(index));
      if (same(slot, 0, again, 0)) {
        return true;
      }
      slot.clear();
      slot.put(again);
      again.clear();
    }
    return false;
  }

  /** Whether a slot still contains the same resource with the same extension. */
  private static boolean isStill(ByteBuffer bytes, int at, ByteBuffer later, int laterAt) {
    return later.getInt(laterAt + SLOT_STATE) == bytes.getInt(at + SLOT_STATE)
        && later.getInt(laterAt + SLOT_EXTENSION) == bytes.getInt(at + SLOT_EXTENSION);
  }

  private static boolean same(ByteBuffer one, int at, ByteBuffer other, int otherAt) {
    for (int word = 0; word < SLOT_BYTES; word += Long.BYTES) {
      if (one.getLong(at + word) != other.getLong(otherAt + word)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The number of slots with a resource that was opened but not closed, including those that the
   * filter rejected.
   */
  long open() {
    return open;
  }

  /** The time of the latest opening of a resource in the slots; 0 if there is none. */
  long latestNanos() {
    return latestNanos;
  }

  /** Whether a resource referred to a tally that is not in the file. */
  boolean sawUnknownTally() {
    return unknownTallies > 0;
  }

  /** Adds the defects found in this pass to the damage. */
  void report(Damage damage) {
    if (unknownStates > 0) {
      damage.add(": slots ignored because their state is unknown: " + unknownStates);
    }
    if (lostExtensions > 0) {
      damage.add(
          ": resources whose details, such as holder and label, are lost: " + lostExtensions);
    }
    if (unknownTallies > 0 && !live) {
      damage.add(": resources whose type and opening stack are lost: " + unknownTallies);
    }
    if (unsteady > 0) {
      damage.add(": resources skipped because they changed each time they were read: " + unsteady);
    }
  }
}
