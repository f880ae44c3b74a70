package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.bytes.RecordStore;
import io.ttalloc.ledger.files.OpenCounts;
import io.ttalloc.ledger.record.Payload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of open resources of every tally at marks, counted by the process itself or by
 * another process that set the mark. Immutable, thread-safe; the counts are decoded from their
 * records on demand.
 */
public final class SampledMarks {
  /** Represents an unknown count. */
  public static final long UNKNOWN = -1;

  /**
   * A mark at which open resources were counted.
   *
   * @param atNanos the time of the mark, since the ledger's clock base
   * @param opened the number of resources ever opened
   */
  public record Sample(long atNanos, long opened) {}

  /**
   * The location of the counts of a sample.
   *
   * @param mark the number of the mark in the ledger; 0 if the mark was set by another process
   */
  private record Source(
      Sample sample, int cell, long mark, boolean hasBytes, @Nullable Outside outside) {}

  /** The counts of a mark that was set by another process. */
  private record Outside(Map<Integer, OpenCounts.OfTally> tallies, boolean complete) {
    static Outside of(OpenCounts counts) {
      Map<Integer, OpenCounts.OfTally> tallies = new HashMap<>();
      for (OpenCounts.OfTally tally : counts.tallies()) {
        tallies.put(tally.tally(), tally);
      }
      return new Outside(tallies, counts.complete());
    }
  }

  private final RecordStore records;
  private final Map<Integer, Integer> countsOf;
  private final List<Source> sources;
  private final List<Sample> samples;

  private SampledMarks(RecordStore records, Map<Integer, Integer> countsOf, List<Source> sources) {
    this.records = records;
    this.countsOf = countsOf;
    this.sources = sources;
    samples = sources.stream().map(Source::sample).toList();
  }

  static SampledMarks of(RecordStore records, Map<Long, OpenCounts> outside) {
    Map<Integer, Integer> countsOf = new HashMap<>();
    List<Source> sources = new ArrayList<>();
    records.forEach(
        record -> {
          if (record.kind() == RECORD_TALLY && record.getInt(TALLY_OPEN) != 0) {
            countsOf.put(record.id(), record.getInt(TALLY_OPEN));
          } else if (record.kind() == RECORD_SAMPLES && sources.isEmpty()) {
            // An intact ledger has one such record; a damaged one may have any number.
            addSamples(record, sources);
          }
        });
    outside.forEach(
        (at, counts) ->
            sources.add(
                new Source(new Sample(at, counts.opened()), 0, 0, true, Outside.of(counts))));
    sources.sort(Comparator.comparingLong(source -> source.sample().atNanos()));
    return new SampledMarks(records, Map.copyOf(countsOf), List.copyOf(sources));
  }

  private static void addSamples(Payload record, List<Source> sources) {
    for (int cell = 0; cell < SAMPLES; cell++) {
      int at = cell * SAMPLE_BYTES;
      long mark = record.getLong(at + SAMPLE_MARK);
      if (mark > 0) {
        Sample sample =
            new Sample(record.getCount(at + SAMPLE_NANOS), record.getCount(at + SAMPLE_OPENED));
        boolean hasBytes = (record.getLong(at + SAMPLE_FLAGS) & SAMPLE_HAS_BYTES) != 0;
        sources.add(new Source(sample, cell, mark, hasBytes, null));
      }
    }
  }

  /** The samples, ordered by time. */
  public List<Sample> samples() {
    return samples;
  }

  /**
   * The number of a tally's open resources at each sample; {@link #UNKNOWN} where it is not known.
   */
  public long[] open(int tally) {
    return read(tally, OPEN_COUNT);
  }

  /**
   * The bytes of a tally's open resources at each sample; {@link #UNKNOWN} where they are not
   * known.
   */
  public long[] bytes(int tally) {
    return read(tally, OPEN_BYTES_HELD);
  }

  private long[] read(int tally, int field) {
    Integer id = countsOf.get(tally);
    Payload counts = id == null ? null : records.find(id, RECORD_OPEN);
    long[] values = new long[sources.size()];
    for (int i = 0; i < values.length; i++) {
      Source source = sources.get(i);
      values[i] =
          source.outside() == null
              ? inLedger(source, counts, field)
              : outside(source.outside(), tally, field);
    }
    return values;
  }

  private static long inLedger(Source source, @Nullable Payload counts, int field) {
    if (field == OPEN_BYTES_HELD && !source.hasBytes()) {
      return UNKNOWN;
    }
    int at = source.cell() * OPEN_CELL_BYTES;
    long mark = counts == null ? 0 : counts.getLong(at + OPEN_MARK);
    if (counts == null || mark == 0) {
      // Counts begin with the first mark at which something was open.
      return 0;
    }
    // The count belongs to another mark if the file was written while it was read.
    return mark == source.mark() ? counts.getCount(at + field) : UNKNOWN;
  }

  private static long outside(Outside counts, int tally, int field) {
    OpenCounts.OfTally found = counts.tallies().get(tally);
    if (found == null) {
      return counts.complete() ? 0 : UNKNOWN;
    }
    return field == OPEN_COUNT ? found.count() : found.bytes();
  }
}
