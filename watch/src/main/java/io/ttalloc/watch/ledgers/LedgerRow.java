package io.ttalloc.watch.ledgers;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One ledger in a list.
 *
 * @param startedAt start of the process; null if the ledger cannot be read
 * @param age from the start of the process to its end, to its last sign of life if it was killed,
 *     or to now if it runs; null if that is unknown
 * @param command the command line as it was recorded; empty if the ledger cannot be read
 * @param content null if the ledger was not read to its end
 * @param problem why the ledger cannot be read, a sentence; else null
 */
public record LedgerRow(
    Path ledger,
    long pid,
    ProcessState state,
    @Nullable Instant startedAt,
    @Nullable Duration age,
    String command,
    @Nullable Content content,
    @Nullable String problem) {

  /** Most leaks first, then most open resources, then running processes, then the latest start. */
  static final Comparator<LedgerRow> WORST_FIRST =
      Comparator.comparingLong(LedgerRow::leaks)
          .thenComparingLong(LedgerRow::live)
          .reversed()
          .thenComparing(LedgerRow::state)
          .thenComparing(
              LedgerRow::startedAt, Comparator.nullsLast(Comparator.<Instant>reverseOrder()))
          .thenComparing(LedgerRow::ledger);

  /**
   * What is open, counted as reports count it.
   *
   * @param leaks null if there is none so far, and more cannot be said: a report then says NOT
   *     JUDGED
   */
  public record Content(long live, long liveBytes, @Nullable Long leaks) {}

  /** The known leaks. */
  private long leaks() {
    return content == null || content.leaks == null ? 0 : content.leaks;
  }

  private long live() {
    return content == null ? -1 : content.live;
  }

  static LedgerRow unreadable(Path ledger, long pid, String problem) {
    return new LedgerRow(ledger, pid, ProcessState.UNREADABLE, null, null, "", null, problem);
  }
}
