package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.MAX_TEXT_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_TEXT;

import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import io.ttalloc.ledger.mapped.Utf8;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts, each written once.
 *
 * <p>Bounded in bytes: when the limit is reached, every new text gets the id of the text {@value
 * #TOO_MANY}. A small cache in the heap serves the few texts that occur in every event (spaces,
 * sessions). Lock-free.
 */
final class TextTable {
  /** The limit for the names of classes, methods, files and types. */
  static final long MAX_NAME_BYTES = 32L << 20;

  /** The limit for all other texts, which the application supplies. */
  static final long MAX_VALUE_BYTES = 8L << 20;

  private static final String TOO_MANY = "(too many different texts)";
  private static final int BUCKETS = 1 << 14;
  private static final int CACHED = 256;

  /** The maximum length of a cached text. */
  private static final int MAX_CACHED_CHARS = 128;

  private record Cached(String text, int id) {}

  private static final class Key extends RecordIndex.Key {
    private final byte[] bytes;

    Key(byte[] bytes) {
      super(Arrays.hashCode(bytes));
      this.bytes = bytes;
    }

    @Override
    protected int length() {
      return bytes.length;
    }

    @Override
    protected boolean matches(MappedByteBuffer segment, int at, int length) {
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
    protected void write(MappedByteBuffer segment, int at) {
      segment.put(at, bytes, 0, bytes.length);
    }
  }

  private final RecordIndex texts;
  private final int tooMany;
  private final @Nullable Cached[] cache = new Cached[CACHED];

  /**
   * @param maxBytes the limit for all texts together
   */
  TextTable(RecordArea records, long maxBytes) {
    texts = new RecordIndex(records, RECORD_TEXT, false, BUCKETS, Integer.MAX_VALUE, maxBytes);
    tooMany = Math.max(0, texts.idOf(new Key(TOO_MANY.getBytes(StandardCharsets.UTF_8))));
  }

  /** The id of a text; 0 if the ledger cannot grow. */
  int idOf(String text) {
    int index = text.hashCode() & (CACHED - 1);
    Cached known = cache[index];
    if (known != null && known.text.equals(text)) {
      return known.id;
    }
    int id = texts.idOf(new Key(bytes(text)));
    if (id == RecordIndex.FULL) {
      return tooMany;
    }
    if (id != 0 && text.length() <= MAX_CACHED_CHARS) {
      cache[index] = new Cached(text, id);
    }
    return id;
  }

  private static byte[] bytes(String text) {
    String bounded = text.length() <= MAX_TEXT_BYTES ? text : text.substring(0, MAX_TEXT_BYTES);
    byte[] all = bounded.getBytes(StandardCharsets.UTF_8);
    return all.length <= MAX_TEXT_BYTES ? all : Arrays.copyOf(all, Utf8.cut(all, MAX_TEXT_BYTES));
  }
}
