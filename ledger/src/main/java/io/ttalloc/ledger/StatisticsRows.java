package io.ttalloc.ledger;

import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SamplingLayout.*;

import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Rows of the allocators' own numbers. Bounded; lock-free. */
final class StatisticsRows {
  private static final int MAX_ROWS = 1 << 17;

  /** How many of these are reserved for the end of the process. */
  private static final int LAST_ROWS = 1 << 14;

  private final RecordArea records;
  private final AtomicInteger count = new AtomicInteger();
  private volatile int limit = MAX_ROWS - LAST_ROWS;

  StatisticsRows(RecordArea records) {
    this.records = records;
  }

  /**
   * Writes a row.
   *
   * @return false if it is missing and verdicts need it; only the last rows have a say in them
   */
  boolean add(
      int round,
      long nanos,
      int device,
      int session,
      int space,
      long allocated,
      long free,
      long largestFree) {
    int id = count.getAndIncrement() < limit ? records.reserve(STATISTICS_BYTES, false) : 0;
    if (id == 0) {
      return limit < MAX_ROWS;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putLong(at + STATISTICS_NANOS, nanos);
    segment.putInt(at + STATISTICS_DEVICE, device);
    segment.putInt(at + STATISTICS_SESSION, session);
    segment.putInt(at + STATISTICS_SPACE, space);
    segment.putInt(at + STATISTICS_ROUND, round);
    segment.putLong(at + STATISTICS_ALLOCATED, allocated);
    segment.putLong(at + STATISTICS_FREE, free);
    segment.putLong(at + STATISTICS_LARGEST_FREE, largestFree);
    records.commit(id, RECORD_STATISTICS);
    return true;
  }

  /** Allows the rows that are reserved for the end of the process. */
  void last() {
    count.set(Math.min(count.get(), MAX_ROWS - LAST_ROWS));
    limit = MAX_ROWS;
  }
}
