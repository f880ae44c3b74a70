package io.ttalloc.monitor.ledgers;

import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.StatisticsEntry;
import java.time.Instant;

/** The last sign of life of a process that was killed: no ledger has the time of a kill. */
public final class LastSign {
  private LastSign() {}

  /**
   * The time of the last event, mark or sampling in a ledger; its beginning if there is none. Not
   * later than the end of the process, but for marks that were set from outside.
   */
  public static Instant of(LedgerImage image) {
    long last = 0;
    for (EventEntry event : image.events()) {
      last = Math.max(last, event.atNanos());
    }
    for (Mark mark : image.marks()) {
      last = Math.max(last, mark.atNanos());
    }
    for (StatisticsEntry sampled : image.statistics()) {
      last = Math.max(last, sampled.atNanos());
    }
    ProcessEntry process = image.process();
    return process.clockBase().plusNanos(Math.min(last, process.readAtNanos()));
  }
}
