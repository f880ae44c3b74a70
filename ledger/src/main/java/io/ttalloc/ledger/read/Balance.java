package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.Header;
import java.util.Map;

/**
 * Compares the number of open resources according to the tallies with the number of slots that hold
 * an open resource. Tallies and slots are written independently of each other, so a difference
 * means that some of the data is lost.
 *
 * <p>The comparison does not apply to a process that is running, was killed, or ended while a hook
 * was running, because an operation may be incomplete. Nor does it apply after errors in hooks,
 * because such errors explain a difference and lower the confidence anyway.
 *
 * @param slots the number of resources that should have a slot according to the tallies
 */
record Balance(boolean applies, long opened, long closed, long slots) {

  static Balance of(ProcessEntry process, Header header, Map<Integer, TallyEntry> tallies) {
    long opened = 0;
    long closed = 0;
    long slots = 0;
    for (TallyEntry tally : tallies.values()) {
      opened = SaturatedSum.of(opened, tally.opened());
      closed = SaturatedSum.of(closed, tally.closed());
      slots = SaturatedSum.of(slots, tally.slots());
    }
    boolean applies =
        process.ended() == ProcessEntry.Ended.EXIT
            && !process.gaps().contains(Gap.HOOKS_AT_WORK)
            && header.hookErrors() == 0;
    return new Balance(applies, opened, closed, slots);
  }

  /**
   * Adds a sentence to the damage if the number of slots with open resources differs from the
   * tallies.
   */
  void check(long openSlots, Damage damage) {
    if (applies && slots != openSlots) {
      damage.add(
          ": the number of resources with a slot is "
              + openSlots
              + ", expected "
              + slots
              + " according to the counters ("
              + opened
              + " opened, "
              + closed
              + " closed); which resources are still open is uncertain");
    }
  }
}
