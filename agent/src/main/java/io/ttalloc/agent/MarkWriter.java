package io.ttalloc.agent;

import io.ttalloc.agent.exit.StatisticsSampler;
import io.ttalloc.agent.jmx.LedgerAccess;
import io.ttalloc.agent.log.Console;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.files.ResidentMemory;
import io.ttalloc.ledger.write.LedgerWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Sets marks in this process, each after a sample of the allocators' statistics. Thread-safe. */
final class MarkWriter implements LedgerAccess.MarkSetter {
  private final LedgerWriter ledger;
  private final StatisticsSampler statistics;
  private final Path marks;
  private final long pid;
  private final Instant clockBase;
  private final long clockBaseNanos;

  /** Whether the file is full. Not synchronized: at worst, two threads both print the line. */
  private boolean full;

  /**
   * Creates a writer that appends marks to the file {@code marks}.
   *
   * @param clockBase the moment at which the ledger's relative times are zero
   * @param clockBaseNanos the same moment on the monotonic clock
   */
  MarkWriter(
      LedgerWriter ledger,
      StatisticsSampler statistics,
      Path marks,
      long pid,
      Instant clockBase,
      long clockBaseNanos) {
    this.ledger = ledger;
    this.statistics = statistics;
    this.marks = marks;
    this.pid = pid;
    this.clockBase = clockBase;
    this.clockBaseNanos = clockBaseNanos;
  }

  @Override
  public boolean set(String name) throws IOException {
    statistics.sample();
    // Uses the ledger's clock, so that the mark is ordered correctly among the openings around it.
    long nanos = System.nanoTime() - clockBaseNanos;
    Instant at = clockBase.plusNanos(nanos);
    ledger.marked(nanos);
    return Marks.append(marks, at, ResidentMemory.ofProcess(pid), name);
  }

  /** Sets a mark. Prints a line if that fails; once the file is full, prints only one line. */
  void setOrWarn(String name) {
    try {
      if (!set(name) && !full) {
        full = true;
        Console.line(
            marks
                + " has reached its limit of "
                + Marks.MAX_BYTES
                + " bytes: the mark '"
                + name
                + "' and all later marks are not recorded");
      }
    } catch (IOException e) {
      Console.line("the mark '" + name + "' could not be set in " + marks + ": " + e);
    }
  }
}
