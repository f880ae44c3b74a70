package io.ttalloc.ledger.read;

import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.List;

/**
 * The last sign of life of a process that was killed, since no ledger contains the time of a kill.
 */
final class LastSign {
  private LastSign() {}

  /**
   * Adds the last sign of life to a process: if it was killed, the latest opening, event, mark or
   * sampling in its ledger. That is not later than its end, except for marks that were set by other
   * processes.
   *
   * @param openedNanos the latest opening of all resources that have a slot
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
