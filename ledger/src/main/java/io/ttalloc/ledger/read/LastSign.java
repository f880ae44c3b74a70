package io.ttalloc.ledger.read;

import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.List;

/** The last sign of life of a process that was killed: no ledger has the time of a kill. */
final class LastSign {
  private LastSign() {}

  /**
   * The process, last seen at the latest opening, event, mark or sampling in its ledger if it was
   * killed. That is not later than its end, but for marks that were set from outside.
   *
   * @param openedNanos the latest opening of all that have a slot
   */
  static ProcessEntry added(
      ProcessEntry process,
      History history,
      MarksFile marks,
      List<StatisticsRecord> statistics,
      long openedNanos) {
    if (process.ended() != ProcessEntry.Ended.KILLED) {
      return process;
    }
    long last = Math.max(0, openedNanos);
    for (EventEntry event : history.events()) {
      last = Math.max(last, event.atNanos());
    }
    for (Mark mark : marks.marks()) {
      last = Math.max(last, mark.atNanos());
    }
    for (StatisticsRecord sampled : statistics) {
      last = Math.max(last, sampled.atNanos());
    }
    return process.lastSeen(Math.min(last, process.clock().readAtNanos()));
  }
}
