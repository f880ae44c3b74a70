package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.LedgerLayout.HEADER_FLAGS;
import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The extensions of slots: facts that few resources have, and the pieces of their texts. Each
 * occupies a slot of its own from the same pool and is freed with the resource. Lock-free.
 *
 * <p>If there is no space for a detail, it is omitted and {@link Gap#DETAILS_MISSING} is recorded.
 */
public final class SlotExtensions {
  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final SlotPool pool;
  private final SlotCounts counts;

  SlotExtensions(SegmentedFile file, SlotPool pool) {
    this.file = file;
    this.header = file.segment(0);
    this.pool = pool;
    this.counts = new SlotCounts(file, this);
  }

  /** The reference counts of resources. */
  public SlotCounts counts() {
    return counts;
  }

  private MappedByteBuffer segment(int slot) {
    return file.segment(slot >>> SLOTS_PER_SEGMENT_SHIFT);
  }

  /**
   * Sets the cache that holds a resource; a holder of 0 means that no cache holds it any longer.
   * Allocates nothing in the heap.
   *
   * <p>If several threads set the holder of one resource at the same time, each must check
   * afterwards whether the value it wrote is still correct.
   *
   * @param entry the name of the entry in the cache, {@linkplain Label#encoded encoded}; null if it
   *     has none
   */
  public void setHolder(
      int slot, int holder, int holderGeneration, byte @Nullable [] entry, SlotBatch batch) {
    if (holder == 0 && known(slot) == 0) {
      return;
    }
    int facts = facts(slot, batch);
    if (facts != 0) {
      MappedByteBuffer segment = segment(facts);
      int at = SlotPool.offset(facts);
      int pieces = entry == null ? 0 : pieces(entry, batch);
      freePieces(Words.getAndSetInt(segment, at + EXTENSION_ENTRY, pieces), batch);
      Words.publishLong(segment, at + EXTENSION_HOLDER, Slots.reference(holder, holderGeneration));
    }
  }

  /**
   * Records that a cache has dropped a resource, which is now in no cache. The next {@link
   * #setHolder} overwrites this.
   *
   * @param cacheTally the tally of the cache
   * @param stack the stack on which the resource was dropped; 0 if unknown
   * @param nanos when it was dropped
   * @param overwritten the entry that another resource has taken, {@linkplain Label#encoded
   *     encoded}; null if the resource was removed
   */
  public void setGivenUp(
      int slot,
      int cacheTally,
      int stack,
      long nanos,
      byte @Nullable [] overwritten,
      SlotBatch batch) {
    int facts = facts(slot, batch);
    if (facts != 0) {
      segment(facts).putInt(SlotPool.offset(facts) + EXTENSION_CLOSE_STACK, stack);
      segment(facts).putLong(SlotPool.offset(facts) + EXTENSION_CLOSED_NANOS, nanos);
      setHolder(slot, 0, cacheTally, overwritten, batch);
    }
  }

  public void setInfrastructureScope(int slot, int scope, SlotBatch batch) {
    int facts = facts(slot, batch);
    if (facts != 0) {
      segment(facts).putInt(SlotPool.offset(facts) + EXTENSION_SCOPE, scope);
    }
  }

  public void setClosing(int slot, int stack, int thread, long nanos, SlotBatch batch) {
    int facts = facts(slot, batch);
    if (facts != 0) {
      MappedByteBuffer segment = segment(facts);
      int at = SlotPool.offset(facts);
      segment.putInt(at + EXTENSION_CLOSE_STACK, stack);
      segment.putInt(at + EXTENSION_CLOSE_THREAD, thread);
      segment.putLong(at + EXTENSION_CLOSED_NANOS, nanos);
    }
  }

  /**
   * Writes the label of a resource. Does nothing if the resource already has a label, unless {@code
   * again} is true.
   */
  public void setLabel(int slot, @Nullable String label, boolean again, SlotBatch batch) {
    if (label == null || label.isEmpty()) {
      return;
    }
    int facts = facts(slot, batch);
    if (facts != 0) {
      int pieces = pieces(Label.bytes(label), batch);
      int at = SlotPool.offset(facts) + EXTENSION_LABEL;
      if (pieces != 0 && again) {
        freePieces(Words.getAndSetInt(segment(facts), at, pieces), batch);
      } else if (pieces != 0 && !Words.compareAndSetInt(segment(facts), at, 0, pieces)) {
        freePieces(pieces, batch);
      }
    }
  }

  /** The label of a resource; null if it has none. */
  public @Nullable String label(int slot) {
    int facts = known(slot);
    int piece = facts == 0 ? 0 : segment(facts).getInt(SlotPool.offset(facts) + EXTENSION_LABEL);
    byte[] bytes = new byte[MAX_PIECES * PIECE_TEXT_BYTES];
    int length = 0;
    while (piece != 0 && length + PIECE_TEXT_BYTES <= bytes.length) {
      MappedByteBuffer segment = segment(piece);
      int at = SlotPool.offset(piece);
      int more = Math.max(0, Math.min(PIECE_TEXT_BYTES, segment.getInt(at + PIECE_LENGTH)));
      segment.get(at + PIECE_TEXT, bytes, length, more);
      length += more;
      piece = segment.getInt(at + PIECE_NEXT);
    }
    return length == 0 ? null : new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Frees the extensions of a resource, and the texts that the extensions refer to. */
  void free(int first, SlotBatch batch) {
    int facts = counts.isCount(first) ? counts.free(first, batch) : first;
    if (facts == 0) {
      return;
    }
    MappedByteBuffer segment = segment(facts);
    int at = SlotPool.offset(facts);
    int label = segment.getInt(at + EXTENSION_LABEL);
    int entry = segment.getInt(at + EXTENSION_ENTRY);
    freeOne(facts, batch);
    freePieces(label, batch);
    freePieces(entry, batch);
  }

  private void freePieces(int first, SlotBatch batch) {
    int piece = first;
    for (int pieces = 0; piece != 0 && pieces < MAX_PIECES; pieces++) {
      int next = segment(piece).getInt(SlotPool.offset(piece) + PIECE_NEXT);
      freeOne(piece, batch);
      piece = next;
    }
  }

  void freeOne(int extension, SlotBatch batch) {
    Slots.setState(segment(extension), SlotPool.offset(extension) + SLOT_STATE, STATE_FREE);
    pool.give(extension, batch);
  }

  /** The facts extension of a slot, added if there is none; 0 if the ledger cannot grow. */
  private int facts(int slot, SlotBatch batch) {
    int first = Words.getInt(segment(slot), SlotPool.offset(slot) + SLOT_EXTENSION);
    int from = counts.isCount(first) ? first : slot;
    MappedByteBuffer segment = segment(from);
    int at = SlotPool.offset(from) + (from == slot ? SLOT_EXTENSION : COUNT_FACTS);
    int known = Words.getInt(segment, at);
    if (known != 0) {
      return known;
    }
    int added = take(STATE_EXTENSION, batch);
    if (added != 0 && !Words.compareAndSetInt(segment, at, 0, added)) {
      freeOne(added, batch);
      // Another thread has added a facts extension, or a count extension that must come before it.
      return facts(slot, batch);
    }
    return added;
  }

  /** The facts extension of a slot; 0 if there is none. */
  private int known(int slot) {
    int first = segment(slot).getInt(SlotPool.offset(slot) + SLOT_EXTENSION);
    return counts.isCount(first) ? counts.factsBehind(first) : first;
  }

  /**
   * Takes a slot for an extension and fills it with zeros. Returns 0 if the ledger cannot grow.
   *
   * @param kind one of the {@code STATE_} constants of extensions
   */
  int take(int kind, SlotBatch batch) {
    int extension = pool.take(batch);
    if (extension == 0) {
      Words.orInt(header, HEADER_FLAGS, Gap.DETAILS_MISSING.flag);
    } else {
      MappedByteBuffer segment = segment(extension);
      int at = SlotPool.offset(extension);
      // A reader must see that the slot was freed before it sees any of these words.
      VarHandle.storeStoreFence();
      for (int word = SLOT_STATE + Integer.BYTES; word < SLOT_BYTES; word += Integer.BYTES) {
        segment.putInt(at + word, 0);
      }
      int state = Slots.nextGeneration(segment.getInt(at + SLOT_STATE)) | kind;
      Words.publishInt(segment, at + SLOT_STATE, state);
    }
    return extension;
  }

  /**
   * Writes a text into pieces and returns the first piece. If the ledger cannot grow, omits the
   * rest of the text, and returns 0 if nothing was written.
   */
  private int pieces(byte[] bytes, SlotBatch batch) {
    int first = 0;
    int previous = 0;
    for (int from = 0; from < bytes.length; ) {
      int length = Label.pieceLength(bytes, from);
      int piece = take(STATE_EXTENSION, batch);
      if (piece == 0) {
        return first;
      }
      MappedByteBuffer segment = segment(piece);
      int at = SlotPool.offset(piece);
      segment.putInt(at + PIECE_LENGTH, length);
      segment.put(at + PIECE_TEXT, bytes, from, length);
      if (previous == 0) {
        first = piece;
      } else {
        Words.publishInt(segment(previous), SlotPool.offset(previous) + PIECE_NEXT, piece);
      }
      previous = piece;
      from += length;
    }
    return first;
  }
}
