package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Makes entries of slots' bytes. Not thread-safe. */
final class SlotDecoder {
  private static final int KEPT_TEXTS = 256;

  private final RecordStore records;
  private final Dictionary dictionary;
  private final LedgerFile file;
  private final Path path;
  private final boolean live;
  private final int[] keptIds = new int[KEPT_TEXTS];
  private final @Nullable String[] keptTexts = new @Nullable String[KEPT_TEXTS];
  private boolean refreshed;

  SlotDecoder(
      RecordStore records, Dictionary dictionary, LedgerFile file, Path path, boolean live) {
    this.records = records;
    this.dictionary = dictionary;
    this.file = file;
    this.path = path;
    this.live = live;
  }

  /** To be called when slots of another segment have been read. */
  void beginSegment() {
    refreshed = !live;
  }

  SlotEntry decode(
      int index,
      SlotState state,
      TallyEntry tally,
      ByteBuffer bytes,
      int at,
      Extensions.@Nullable Sheet sheet)
      throws IOException {
    int flags = bytes.getShort(at + SLOT_FLAGS);
    long held = Math.max(0, bytes.getLong(at + SLOT_BYTES_HELD));
    long extent = Integer.toUnsignedLong(bytes.getInt(at + SLOT_EXTENT));
    return new SlotEntry(
        index,
        bytes.getInt(at + SLOT_STATE) >>> GENERATION_SHIFT,
        state,
        tally,
        held,
        extent == 0 ? held : extent,
        (flags & FLAG_HAS_ADDRESS) != 0,
        bytes.getLong(at + SLOT_ADDRESS),
        (flags & FLAG_HAS_DEVICE) != 0,
        bytes.getShort(at + SLOT_DEVICE),
        textOrNull(bytes.getInt(at + SLOT_SPACE)),
        textOrNull(bytes.getInt(at + SLOT_SESSION)),
        (flags & FLAG_ALIAS) != 0,
        (flags & FLAG_SHARED) != 0,
        (flags & FLAG_INFRASTRUCTURE) != 0,
        (flags & FLAG_CLOSE_FAILED) != 0,
        (flags & FLAG_HAS_OWNED) != 0,
        bytes.getLong(at + SLOT_OPENED_NANOS),
        text(bytes.getInt(at + SLOT_THREAD)),
        bytes.getInt(at + SLOT_OWNER),
        bytes.getInt(at + SLOT_OWNER_GENERATION),
        sheet == null ? null : extension(sheet));
  }

  private SlotEntry.Extension extension(Extensions.Sheet sheet) throws IOException {
    int closeStack = sheet.closeStack();
    if (closeStack != 0 && !dictionary.hasStack(closeStack)) {
      refresh();
    }
    return new SlotEntry.Extension(
        sheet.holder(),
        sheet.holderGeneration(),
        sheet.entry(),
        textOrNull(sheet.scope()),
        closeStack,
        textOrNull(sheet.closeThread()),
        sheet.closedNanos(),
        sheet.label());
  }

  private @Nullable String textOrNull(int id) throws IOException {
    return id == 0 ? null : text(id);
  }

  /** The few texts that most slots share are found without the dictionary. */
  private String text(int id) throws IOException {
    if (id == 0) {
      return Dictionary.UNKNOWN;
    }
    int place = (id ^ id >>> 8) & KEPT_TEXTS - 1;
    String kept = keptTexts[place];
    if (kept != null && keptIds[place] == id) {
      return kept;
    }
    String found = dictionary.find(id);
    if (found == null && refresh()) {
      found = dictionary.find(id);
    }
    if (found == null) {
      return Dictionary.UNKNOWN;
    }
    keptIds[place] = id;
    keptTexts[place] = found;
    return found;
  }

  /**
   * Loads what a running process has recorded meanwhile; what a slot names was recorded before it,
   * so once per segment of slots is enough.
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
