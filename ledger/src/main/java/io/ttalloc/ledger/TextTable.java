package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.MAX_TEXT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.RECORD_TEXT;

import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are written once and named by id.
 *
 * <p>Bounded in bytes: past that a new text gets the id of one that says so. The few that come with
 * every event (spaces, sessions) are found without a look into the file. Lock-free.
 */
final class TextTable {
  private static final String TOO_MANY = "(too many different texts)";
  private static final int BUCKETS = 1 << 14;
  private static final int KEPT = 256;

  /** Longer ones are not kept in the heap. */
  private static final int KEPT_CHARS = 128;

  private static final class Kept {
    final String text;
    final int id;

    Kept(String text, int id) {
      this.text = text;
      this.id = id;
    }
  }

  private static final class Key extends RecordIndex.Key {
    private final byte[] bytes;

    Key(byte[] bytes) {
      super(Arrays.hashCode(bytes));
      this.bytes = bytes;
    }

    @Override
    int length() {
      return bytes.length;
    }

    @Override
    boolean matches(MappedByteBuffer segment, int at, int length) {
      if (length != bytes.length) {
        return false;
      }
      for (int i = 0; i < length; i++) {
        if (segment.get(at + i) != bytes[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    void write(MappedByteBuffer segment, int at) {
      segment.put(at, bytes, 0, bytes.length);
    }
  }

  private final RecordIndex index;
  private final int tooMany;
  private final @Nullable Kept[] kept = new Kept[KEPT];

  /**
   * @param maxBytes how many bytes of the file all texts together may take
   */
  TextTable(RecordArea records, long maxBytes) {
    index = new RecordIndex(records, RECORD_TEXT, false, BUCKETS, Integer.MAX_VALUE, maxBytes);
    tooMany = Math.max(0, index.idOf(new Key(TOO_MANY.getBytes(StandardCharsets.UTF_8))));
  }

  /** The id of a text; 0 if the ledger cannot grow. */
  int idOf(String text) {
    int place = text.hashCode() & (KEPT - 1);
    Kept known = kept[place];
    if (known != null && known.text.equals(text)) {
      return known.id;
    }
    int id = index.idOf(new Key(bytes(text)));
    if (id == RecordIndex.FULL) {
      return tooMany;
    }
    if (id != 0 && text.length() <= KEPT_CHARS) {
      kept[place] = new Kept(text, id);
    }
    return id;
  }

  private static byte[] bytes(String text) {
    String bounded = text.length() <= MAX_TEXT_BYTES ? text : text.substring(0, MAX_TEXT_BYTES);
    byte[] all = bounded.getBytes(StandardCharsets.UTF_8);
    return all.length <= MAX_TEXT_BYTES ? all : Arrays.copyOf(all, Utf8.cut(all, MAX_TEXT_BYTES));
  }
}
