package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Gap;
import java.util.Map;

/**
 * Compares what the tallies of a process that has ended in order say is open with the slots that
 * hold something open. The two are written independently of each other, so a difference means that
 * a part of one is lost.
 *
 * <p>Says nothing of a process that runs or was killed, and of one in which a hook was at work when
 * it ended: operations may have stopped half way. Nor where errors in hooks explain a difference
 * and lower the confidence anyway.
 *
 * @param applies whether there is anything to compare
 */
record Balance(boolean applies, long opened, long closed, long live) {

  static Balance of(ProcessEntry process, Header header, Map<Integer, TallyEntry> tallies) {
    long opened = 0;
    long closed = 0;
    long live = 0;
    for (TallyEntry tally : tallies.values()) {
      opened += tally.opened();
      closed += tally.closed();
      live += tally.live();
    }
    boolean applies =
        process.ended() == ProcessEntry.Ended.EXIT
            && !process.gaps().contains(Gap.HOOKS_AT_WORK)
            && header.hookErrors() == 0;
    return new Balance(applies, opened, closed, live);
  }

  /** Adds to the damage that the tallies do not say so many slots of open resources. */
  void check(long openSlots, Damage damage) {
    if (applies && live != openSlots) {
      damage.add(
          ": its counters say that "
              + live
              + " resources are open ("
              + opened
              + " opened, "
              + closed
              + " closed), but found "
              + openSlots
              + "; what became of the others is unknown");
    }
  }
}
