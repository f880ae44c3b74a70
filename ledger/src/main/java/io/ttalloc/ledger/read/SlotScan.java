package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pass over all slots, segment by segment through buffers that are reused.
 *
 * <p>A running process changes slots under the reader. A slot is therefore read twice and taken
 * only if both readings agree; one that has an extension is read once more behind it, since the
 * extension belongs to the resource only as long as the slot does. Not thread-safe.
 */
final class SlotScan {
  private static final int TRIES = 8;

  private final LedgerFile file;
  private final SlotDecoder decoder;
  private final Map<Integer, TallyEntry> tallies;
  private final boolean live;
  private final Extensions extensions;
  private final ByteBuffer slot = LedgerFile.buffer(SLOT_BYTES);
  private final ByteBuffer again = LedgerFile.buffer(SLOT_BYTES);
  private int lastTallyId;
  private @Nullable TallyEntry lastTally;

  private long unknownTallies;
  private long unknownStates;
  private long lostExtensions;
  private long unsteady;

  SlotScan(LedgerFile file, SlotDecoder decoder, Map<Integer, TallyEntry> tallies, boolean live) {
    this.file = file;
    this.decoder = decoder;
    this.tallies = tallies;
    this.live = live;
    this.extensions = new Extensions(file);
  }

  /** Which resources a pass is for. */
  interface Choice {
    boolean wants(SlotState state, TypeEntry type);
  }

  /** Visits in the order of slot index. */
  void run(Choice choice, Consumer<SlotEntry> visitor) throws IOException {
    ByteBuffer head = LedgerFile.buffer(SEGMENT_HEADER_BYTES);
    ByteBuffer first = LedgerFile.buffer(SEGMENT_BYTES);
    ByteBuffer second = live ? LedgerFile.buffer(SEGMENT_BYTES) : first;
    for (int segment = 1; segment < file.segments(); segment++) {
      long position = (long) segment << SEGMENT_SHIFT;
      file.read(head, position);
      if (head.getInt(SEGMENT_KIND) != KIND_SLOTS) {
        continue;
      }
      // What the file does not hold reads as zeros, and those are free slots.
      file.read(first, position);
      if (live) {
        file.read(second, position);
        extensions.forget();
      }
      extensions.near(segment, second);
      decoder.beginSegment();
      for (int number = 1; number < SLOTS_PER_SEGMENT; number++) {
        int at = number << SLOT_SHIFT;
        int state = first.getInt(at + SLOT_STATE) & STATE_MASK;
        if (state == STATE_FREE || state == STATE_EXTENSION) {
          continue;
        }
        int index = segment << SLOTS_PER_SEGMENT_SHIFT | number;
        if (!live || same(first, at, second, at)) {
          visit(index, first, at, choice, visitor);
        } else if (settle(index)) {
          visit(index, slot, 0, choice, visitor);
        }
      }
    }
  }

  private void visit(
      int index, ByteBuffer bytes, int at, Choice choice, Consumer<SlotEntry> visitor)
      throws IOException {
    ByteBuffer from = bytes;
    int offset = at;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      SlotState state = stateOf(from.getInt(offset + SLOT_STATE));
      if (state == null) {
        return;
      }
      TallyEntry tally = tally(from.getInt(offset + SLOT_TALLY));
      if (tally == null || !choice.wants(state, tally.type())) {
        return;
      }
      int extension = from.getInt(offset + SLOT_EXTENSION);
      Extensions.Sheet sheet = extension == 0 ? null : extensions.read(extension);
      if (!live || extension == 0 || isStill(index, from, offset)) {
        if (extension != 0 && sheet == null) {
          lostExtensions++;
        }
        visitor.accept(decoder.decode(index, state, tally.id(), from, offset, sheet));
        return;
      }
      if (!settle(index)) {
        return;
      }
      from = slot;
      offset = 0;
    }
    unsteady++;
  }

  private @Nullable SlotState stateOf(int word) {
    return switch (word & STATE_MASK) {
      case STATE_OPEN, STATE_CLOSING -> SlotState.OPEN;
      case STATE_COLLECTED -> SlotState.COLLECTED;
      case STATE_CLOSED_OWNER -> SlotState.CLOSED_OWNER;
      case STATE_FREE, STATE_EXTENSION -> null;
      default -> {
        unknownStates++;
        yield null;
      }
    };
  }

  /**
   * The tally of a slot. One that is not there is the unknown one; in a running process the
   * resource is newer than this reading, and it is left out.
   */
  private @Nullable TallyEntry tally(int id) {
    if (id != lastTallyId || lastTally == null) {
      lastTallyId = id;
      lastTally = tallies.get(id);
    }
    TallyEntry found = lastTally;
    if (found == null) {
      unknownTallies++;
      return live ? null : Tallies.UNKNOWN_ENTRY;
    }
    return found;
  }

  /** Reads one slot until two readings agree; false if they never do. */
  private boolean settle(int index) throws IOException {
    // The resource may be newer than what was read of its extension.
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
    unsteady++;
    return false;
  }

  private boolean isStill(int index, ByteBuffer bytes, int at) throws IOException {
    file.read(again, slotPosition(index));
    return again.getInt(SLOT_STATE) == bytes.getInt(at + SLOT_STATE)
        && again.getInt(SLOT_EXTENSION) == bytes.getInt(at + SLOT_EXTENSION);
  }

  private static boolean same(ByteBuffer one, int at, ByteBuffer other, int otherAt) {
    for (int word = 0; word < SLOT_BYTES; word += Long.BYTES) {
      if (one.getLong(at + word) != other.getLong(otherAt + word)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a resource named a tally that is not there. */
  boolean sawUnknownTally() {
    return unknownTallies > 0;
  }

  /** Says what was wrong in this pass. */
  void report(Damage damage) {
    if (unknownStates > 0) {
      damage.add(": slots in an unknown state are ignored: " + unknownStates);
    }
    if (lostExtensions > 0) {
      damage.add(": resources whose holder, closing and label are lost: " + lostExtensions);
    }
    if (unknownTallies > 0 && !live) {
      damage.add(": resources whose type and opening stack are lost: " + unknownTallies);
    }
    if (unsteady > 0) {
      damage.add(": resources that changed with every reading and are left out: " + unsteady);
    }
  }
}
