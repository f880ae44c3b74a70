package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.CLOSE_SITE_BYTES;
import static io.ttalloc.ledger.RecordLayout.CLOSE_SITE_COUNT;
import static io.ttalloc.ledger.RecordLayout.MISUSE_BYTES;
import static io.ttalloc.ledger.RecordLayout.MISUSE_COUNT;
import static io.ttalloc.ledger.RecordLayout.MISUSE_LABEL;
import static io.ttalloc.ledger.RecordLayout.MISUSE_MORE_LABELS;
import static io.ttalloc.ledger.RecordLayout.RECORD_CLOSE_SITE;
import static io.ttalloc.ledger.RecordLayout.RECORD_MISUSE;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import io.ttalloc.ledger.mapped.Words;
import java.nio.MappedByteBuffer;

/**
 * Counts closes and misuses by their stacks.
 *
 * <p>Bounded: stacks that are new when a table is full, or when the ledger cannot grow, are not
 * counted. Lock-free.
 */
final class Occurrences {
  static final int MAX_MISUSES = 4096;
  static final int MAX_CLOSE_SITES = 1 << 16;

  private static final int MISUSE_BUCKETS = 1 << 8;
  private static final int CLOSE_SITE_BUCKETS = 1 << 12;

  private final RecordArea records;
  private final RecordIndex closeSites;
  private final RecordIndex misuses;

  Occurrences(RecordArea records) {
    this.records = records;
    this.closeSites =
        new RecordIndex(
            records, RECORD_CLOSE_SITE, false, CLOSE_SITE_BUCKETS, MAX_CLOSE_SITES, Long.MAX_VALUE);
    this.misuses =
        new RecordIndex(records, RECORD_MISUSE, false, MISUSE_BUCKETS, MAX_MISUSES, Long.MAX_VALUE);
  }

  void closed(int tallyId, int stackId) {
    int unused =
        count(closeSites, new NumbersKey(CLOSE_SITE_BYTES, tallyId, stackId), CLOSE_SITE_COUNT);
  }

  /**
   * Counts a misuse and returns the id of its record; 0 or less if the misuse could not be
   * recorded.
   */
  int misused(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
    return count(
        misuses,
        new NumbersKey(MISUSE_BYTES, kind.code(), typeId, firstStack, secondStack, detail),
        MISUSE_COUNT);
  }

  /** Whether any misuse was recorded. */
  boolean haveMisuse() {
    return misuses.chains() != 0;
  }

  /**
   * Whether another label would change the record of a misuse. The record contains one label, and a
   * bit that says whether the misuse has further labels.
   */
  boolean takesLabel(int misuse) {
    return misuse > 0
        && (Words.getInt(records.segmentOf(misuse), labelOf(misuse)) & MISUSE_MORE_LABELS) == 0;
  }

  /**
   * Adds a label to a misuse.
   *
   * @param label a text id; 0 for none
   */
  void misusedLabel(int misuse, int label) {
    if (label == 0) {
      return;
    }
    MappedByteBuffer segment = records.segmentOf(misuse);
    int at = labelOf(misuse);
    boolean first = Words.compareAndSetInt(segment, at, 0, label);
    if (!first && Words.getInt(segment, at) != label) {
      Words.orInt(segment, at, MISUSE_MORE_LABELS);
    }
  }

  private static int labelOf(int misuse) {
    return RecordArea.payloadOffset(misuse) + MISUSE_LABEL;
  }

  /** Undoes the counting of a misuse. */
  void takeBack(int misuse) {
    if (misuse > 0) {
      add(misuse, MISUSE_COUNT, -1);
    }
  }

  private int count(RecordIndex index, NumbersKey key, int counter) {
    int id = index.idOf(key);
    if (id > 0) {
      add(id, counter, 1);
    }
    return id;
  }

  private void add(int id, int counter, long delta) {
    long unused =
        Words.addLong(records.segmentOf(id), RecordArea.payloadOffset(id) + counter, delta);
  }
}
