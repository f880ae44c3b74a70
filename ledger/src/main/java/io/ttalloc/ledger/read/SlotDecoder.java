package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.RecordStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the bytes of slots into entries. Not thread-safe. */
final class SlotDecoder {
  private static final String UNKNOWN_SCOPE = "a scope that was not recorded";
  private static final int CACHED_TEXTS = 256;

  private final RecordStore records;
  private final Dictionary dictionary;
  private final SystemCode systemCode;
  private final LedgerFile file;
  private final Path path;
  private final boolean live;
  private final int[] cachedIds = new int[CACHED_TEXTS];
  private final @Nullable String[] cachedTexts = new @Nullable String[CACHED_TEXTS];
  private boolean refreshed;

  SlotDecoder(
      RecordStore records,
      Dictionary dictionary,
      SystemCode systemCode,
      LedgerFile file,
      Path path,
      boolean live) {
    this.records = records;
    this.dictionary = dictionary;
    this.systemCode = systemCode;
    this.file = file;
    this.path = path;
    this.live = live;
  }

  /** Begins a segment. Must be called before the slots of the segment are decoded. */
  void beginSegment() {
    refreshed = !live;
  }

  SlotEntry decode(
      int index,
      SlotState state,
      TallyEntry tally,
      ByteBuffer bytes,
      int at,
      Extensions.@Nullable Facts facts)
      throws IOException {
    int flags = bytes.getShort(at + SLOT_FLAGS);
    long held = Math.max(0, bytes.getLong(at + SLOT_BYTES_HELD));
    if (facts != null && (isUnknown(facts.closeStack()) || namesUnknown(facts.count()))) {
      refresh();
    }
    return new SlotEntry(
        new SlotEntry.Id(index, bytes.getInt(at + SLOT_STATE) >>> GENERATION_SHIFT),
        tally,
        held,
        place(flags, held, bytes, at),
        ownership(flags, bytes, at, facts),
        ending(state, flags, bytes.getInt(at + SLOT_STATE) & STATE_MASK, facts),
        new SlotEntry.Opened(
            bytes.getLong(at + SLOT_OPENED_NANOS),
            text(bytes.getInt(at + SLOT_THREAD)),
            infrastructure(flags, tally, facts)),
        (flags & FLAG_CLOSE_FAILED) != 0,
        facts == null ? null : facts.label(),
        facts == null ? null : references(facts.count()));
  }

  private SlotEntry.Place place(int flags, long held, ByteBuffer bytes, int at) throws IOException {
    long extent = Integer.toUnsignedLong(bytes.getInt(at + SLOT_EXTENT));
    return new SlotEntry.Place(
        (flags & FLAG_HAS_ADDRESS) != 0,
        bytes.getLong(at + SLOT_ADDRESS),
        extent == 0 ? held : extent,
        (flags & FLAG_HAS_DEVICE) != 0,
        bytes.getShort(at + SLOT_DEVICE),
        textOrNull(bytes.getInt(at + SLOT_SPACE)),
        textOrNull(bytes.getInt(at + SLOT_SESSION)),
        (flags & FLAG_ALIAS) != 0,
        (flags & FLAG_SHARED) != 0);
  }

  private static SlotEntry.Ownership ownership(
      int flags, ByteBuffer bytes, int at, Extensions.@Nullable Facts facts) {
    int owner = bytes.getInt(at + SLOT_OWNER);
    boolean hasOwned = (flags & FLAG_HAS_OWNED) != 0;
    if (owner == 0 && !hasOwned && facts == null) {
      return SlotEntry.Ownership.NOBODY;
    }
    return new SlotEntry.Ownership(
        owner == 0 ? null : new SlotEntry.Id(owner, bytes.getInt(at + SLOT_OWNER_GENERATION)),
        hasOwned,
        facts == null || facts.holder() == 0
            ? null
            : new SlotEntry.Held(
                new SlotEntry.Id(facts.holder(), facts.holderGeneration()), facts.entry()),
        facts == null || facts.holder() != 0 ? null : givenUp(facts));
  }

  /**
   * How a cache dropped a resource that no cache holds; null if no cache has dropped it. The word
   * for the cache's generation then contains the tally of the cache that dropped the resource.
   */
  private static SlotEntry.@Nullable GivenUp givenUp(Extensions.Facts facts) {
    int tally = facts.holderGeneration();
    if (tally == 0) {
      return null;
    }
    // After the close, these fields contain the stack, thread and time of the close itself.
    boolean closed = facts.closeThread() != 0;
    return new SlotEntry.GivenUp(
        tally, closed ? 0 : facts.closeStack(), closed ? 0 : facts.closedNanos(), facts.entry());
  }

  private SlotEntry.Ending ending(
      SlotState state, int flags, int word, Extensions.@Nullable Facts facts) throws IOException {
    return switch (state) {
      case OPEN -> word == STATE_CLOSING ? SlotEntry.Open.CLOSING : SlotEntry.Open.IDLE;
      case COLLECTED -> SlotEntry.Collected.COLLECTED;
      case CLOSED_OWNER ->
          new SlotEntry.Closed(
              (flags & FLAG_DISOWNED) != 0,
              facts == null ? 0 : facts.closeStack(),
              facts == null ? null : textOrNull(facts.closeThread()),
              facts == null ? 0 : facts.closedNanos());
    };
  }

  private @Nullable String infrastructure(
      int flags, TallyEntry tally, Extensions.@Nullable Facts facts) throws IOException {
    if ((flags & FLAG_INFRASTRUCTURE) == 0) {
      return systemCode.scopeOf(tally);
    }
    return facts == null || facts.scope() == 0 ? UNKNOWN_SCOPE : text(facts.scope());
  }

  private boolean isUnknown(int stack) {
    return stack != 0 && !dictionary.hasStack(stack);
  }

  private boolean namesUnknown(Extensions.@Nullable Count count) {
    return count != null
        && (count.raises().stream().anyMatch(change -> isUnknown(change.stack()))
            || count.lowers().stream().anyMatch(change -> isUnknown(change.stack())));
  }

  private SlotEntry.@Nullable References references(Extensions.@Nullable Count count)
      throws IOException {
    return count == null
        ? null
        : new SlotEntry.References(
            count.value(),
            count.raised(),
            count.lowered(),
            changes(count.raises()),
            changes(count.lowers()));
  }

  private List<SlotEntry.Change> changes(List<Extensions.Change> of) throws IOException {
    List<SlotEntry.Change> changes = new ArrayList<>(of.size());
    for (Extensions.Change each : of) {
      changes.add(new SlotEntry.Change(each.stack(), text(each.thread()), each.nanos()));
    }
    return changes;
  }

  private @Nullable String textOrNull(int id) throws IOException {
    return id == 0 ? null : text(id);
  }

  /** The text with the given id. The few texts that most slots share come from a cache. */
  private String text(int id) throws IOException {
    if (id == 0) {
      return Dictionary.UNKNOWN;
    }
    int index = (id ^ id >>> 8) & CACHED_TEXTS - 1;
    String cached = cachedTexts[index];
    if (cached != null && cachedIds[index] == id) {
      return cached;
    }
    String found = dictionary.find(id);
    if (found == null && refresh()) {
      found = dictionary.find(id);
    }
    if (found == null) {
      return Dictionary.UNKNOWN;
    }
    cachedIds[index] = id;
    cachedTexts[index] = found;
    return found;
  }

  /**
   * Loads what a running process has recorded since the last load. Everything that a slot refers to
   * was recorded before the slot was published, so one load per segment of slots is enough.
   */
  private boolean refresh() throws IOException {
    if (refreshed) {
      return false;
    }
    refreshed = true;
    records.load(file, new Damage(path));
    return true;
  }
}
