package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.LifetimeBuckets;
import io.ttalloc.ledger.bytes.RecordStore;
import io.ttalloc.ledger.record.Payload;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads tallies, with their counters summed over the stripes, and their lifetimes. */
final class Tallies {
  private static final long[] NO_LIFETIMES = new long[0];

  /** The replacement for every tally that a slot refers to but that is missing from the file. */
  static final TallyEntry UNKNOWN_ENTRY =
      new TallyEntry(
          0,
          Dictionary.UNKNOWN_TYPE,
          List.of(),
          new TallyEntry.Openings(0, 0, 0),
          new TallyEntry.Closes(0, 0, 0, 0, 0),
          new TallyEntry.Losses(0, 0, 0, 0),
          NO_LIFETIMES);

  private final RecordStore records;
  private final Dictionary dictionary;
  private final Map<Integer, TallyEntry> found = new LinkedHashMap<>();
  private final Map<Integer, long[]> lifetimes = new HashMap<>();

  private Tallies(RecordStore records, Dictionary dictionary) {
    this.records = records;
    this.dictionary = dictionary;
  }

  /** Every tally by its id, in the order in which the tallies were written. */
  static Map<Integer, TallyEntry> read(RecordStore records, Dictionary dictionary) {
    Tallies tallies = new Tallies(records, dictionary);
    records.forEach(
        record -> {
          if (record.kind() == RECORD_TALLY) {
            tallies.add(record);
          }
        });
    return Collections.unmodifiableMap(tallies.found);
  }

  /** The given tallies and {@link #UNKNOWN_ENTRY}. */
  static Map<Integer, TallyEntry> withUnknown(Map<Integer, TallyEntry> known) {
    Map<Integer, TallyEntry> all = new LinkedHashMap<>(known);
    all.put(UNKNOWN_ENTRY.id(), UNKNOWN_ENTRY);
    return Collections.unmodifiableMap(all);
  }

  private void add(Payload record) {
    // A tally without openings was written by a thread that failed, or after another thread had
    // written the same tally, and is skipped. The exception is a type's tally whose only
    // content is the lifetimes that other tallies share.
    boolean counted =
        TallyEntry.sum(record, COUNT_OPENED) > 0 || record.getInt(TALLY_LIFETIMES) != 0;
    if (!counted || dictionary.isInternal(record.getInt(TALLY_TYPE))) {
      return;
    }
    found.put(
        record.id(),
        new TallyEntry(
            record.id(),
            dictionary.type(record.getInt(TALLY_TYPE)),
            dictionary.stack(record.getInt(TALLY_STACK)),
            new TallyEntry.Openings(
                TallyEntry.sum(record, COUNT_OPENED),
                TallyEntry.sum(record, COUNT_ALIASES),
                TallyEntry.sum(record, COUNT_OPENED_BYTES)),
            new TallyEntry.Closes(
                TallyEntry.sum(record, COUNT_CLOSED),
                TallyEntry.sum(record, COUNT_RECLAIMED),
                TallyEntry.sum(record, COUNT_RECLAIMED_BYTES),
                record.getCount(TALLY_DISOWNED),
                TallyEntry.sum(record, COUNT_CLOSE_FAILED)),
            new TallyEntry.Losses(
                TallyEntry.sum(record, COUNT_COLLECTED),
                record.getCount(TALLY_FOLDED),
                record.getCount(TALLY_FOLDED_BYTES),
                record.getCount(TALLY_HOLLOW)),
            lifetimes(record.getInt(TALLY_LIFETIMES))));
  }

  /**
   * Tallies with the same lifetimes share an array, so that a small file cannot expand to a large
   * heap.
   */
  private long[] lifetimes(int id) {
    long[] known = lifetimes.get(id);
    if (known != null) {
      return known;
    }
    Payload record = records.find(id, RECORD_LIFETIMES);
    if (record == null) {
      return NO_LIFETIMES;
    }
    long[] counts = new long[LifetimeBuckets.COUNT];
    for (int i = 0; i < STRIPES * LifetimeBuckets.COUNT; i++) {
      counts[i % LifetimeBuckets.COUNT] += Integer.toUnsignedLong(record.getInt(i * Integer.BYTES));
    }
    lifetimes.put(id, counts);
    return counts;
  }
}
