package io.ttalloc.ledger.read;

import io.ttalloc.ledger.record.StatisticsRecord;
import java.util.List;

/** The last sign of life of a process that was killed. No ledger contains the time of a kill. */
final class LastSign {
  private LastSign() {}

  /**
   * Returns the process with its last sign of life: if it was killed, the time of the latest
   * opening, event, mark or statistics in its ledger. The process ended at that time or later,
   * unless another process set the mark.
   *
   * @param openedNanos the time of the latest opening among the resources that have a slot
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
