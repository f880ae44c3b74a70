package io.ttalloc.ledger.record;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.write.LedgerWriter;
import org.jspecify.annotations.Nullable;

/**
 * The allocator's own statistics for one device, session and space, from one sampling.
 *
 * <pre>
 *  0 u64  time
 *  8 s32  device
 * 12 u32  session, a text id; 0 = none
 * 16 u32  space, a text id; 0 = none
 * 20 u32  number of the sampling
 * 24 s64  allocated bytes; -1 here and below if unknown to the allocator
 * 32 s64  free bytes
 * 40 s64  bytes of the largest free block
 * </pre>
 *
 * @param round the number of the sampling, common to all its rows
 * @param atNanos the time of the sampling, since the ledger's clock base
 * @param allocatedBytes the allocated bytes; this and the following numbers are -1 if the allocator
 *     does not provide them
 */
public record StatisticsRecord(
    int round,
    long atNanos,
    int device,
    @Nullable String session,
    @Nullable String space,
    long allocatedBytes,
    long freeBytes,
    long largestFreeBytes) {
  public static final int NUMBER = 7;
  public static final int BYTES = 48;
  private static final int MAX_ROWS = 1 << 17;

  /** The number of rows that are reserved for the end of the process. */
  private static final int LAST_ROWS = 1 << 14;

  /**
   * Writes the record. A lack of space is noted as a gap only at the end of the process, because
   * only the last rows affect verdicts.
   *
   * @param last whether the process is ending
   */
  public void write(LedgerWriter ledger, boolean last) {
    boolean written =
        ledger
            .rows()
            .add(
                NUMBER,
                last ? MAX_ROWS : MAX_ROWS - LAST_ROWS,
                low(atNanos),
                high(atNanos),
                device,
                session == null ? 0 : ledger.text(session),
                space == null ? 0 : ledger.text(space),
                round,
                low(allocatedBytes),
                high(allocatedBytes),
                low(freeBytes),
                high(freeBytes),
                low(largestFreeBytes),
                high(largestFreeBytes));
    if (!written && last) {
      ledger.gap(Gap.DETAILS_MISSING);
    }
  }

  private static int low(long number) {
    return (int) number;
  }

  private static int high(long number) {
    return (int) (number >>> Integer.SIZE);
  }

  static StatisticsRecord read(Payload record, RecordContext context) {
    return new StatisticsRecord(
        record.getInt(20),
        record.getLong(0),
        record.getInt(8),
        context.textOrNull(record.getInt(12)),
        context.textOrNull(record.getInt(16)),
        record.getLong(24),
        record.getLong(32),
        record.getLong(40));
  }
}
