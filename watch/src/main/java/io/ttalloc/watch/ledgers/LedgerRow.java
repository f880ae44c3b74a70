package io.ttalloc.watch.ledgers;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One ledger in a list.
 *
 * @param startedAt the start time of the process; null if the ledger cannot be read
 * @param age the time from the start of the process to its end, to its last sign of life if it was
 *     killed, or to now if it is running; null if that is unknown
 * @param command the recorded command line; empty if the ledger cannot be read
 * @param content null if the ledger was not read completely
 * @param problem the reason why the ledger cannot be read, as a sentence; null if it can be read
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

  /** Sorts by most leaks, then most open resources, then running processes, then latest start. */
  static final Comparator<LedgerRow> WORST_FIRST =
      Comparator.comparingLong(LedgerRow::leaks)
          .thenComparingLong(LedgerRow::live)
          .reversed()
          .thenComparing(LedgerRow::state)
          .thenComparing(
              LedgerRow::startedAt, Comparator.nullsLast(Comparator.<Instant>reverseOrder()))
          .thenComparing(LedgerRow::ledger);

  /**
   * The open resources, counted as in reports.
   *
   * @param leaks null if no leak is known so far, but there may be some; in this case, reports say
   *     NOT JUDGED
   */
  public record Content(long live, long liveBytes, @Nullable Long leaks) {}

  /** The number of known leaks. */
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
