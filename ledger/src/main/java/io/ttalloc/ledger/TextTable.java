package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.MAX_TEXT_BYTES;

import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Texts that are written once and named by id: types, spaces, sessions, threads, frames' parts.
 *
 * <p>Bounded: past {@link #MAX_TEXTS} a new text gets the id of one that says so, and is counted.
 * Thread-safe; a known text is found without a lock.
 */
final class TextTable {
  static final int MAX_TEXTS = 1 << 20;
  private static final String TOO_MANY = "(too many different texts)";

  private final RecordArea records;
  private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();

  TextTable(RecordArea records) {
    this.records = records;
  }

  /** The id of a text; 0 if the ledger cannot grow. */
  int idOf(String text) {
    // One char more than bytes fit: what is kept in memory is bounded, and is cut in append.
    String kept = text.length() <= MAX_TEXT_BYTES ? text : text.substring(0, MAX_TEXT_BYTES + 1);
    Integer known = ids.get(kept);
    return known != null ? known : append(kept);
  }

  private int append(String text) {
    synchronized (records) {
      Integer known = ids.get(text);
      if (known != null) {
        return known;
      }
      String kept = ids.size() < MAX_TEXTS ? text : TOO_MANY;
      known = ids.get(kept);
      if (known != null) {
        return known;
      }
      byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
      int length = Utf8.cut(bytes, MAX_TEXT_BYTES);
      int id = records.reserve(LedgerLayout.RECORD_TEXT, length, false);
      if (id == 0) {
        return 0;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      segment.put(RecordArea.payloadOffset(id), bytes, 0, length);
      records.commit(id, length);
      ids.put(kept, id);
      return id;
    }
  }
}
