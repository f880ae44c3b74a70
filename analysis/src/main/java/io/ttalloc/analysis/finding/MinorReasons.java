package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What lowers the confidence a little: it is unlikely to change a verdict. Stateless. */
final class MinorReasons {
  private MinorReasons() {}

  /** Adds what is unlikely to change a verdict. */
  static void addTo(List<String> reasons, LedgerImage image) {
    ProcessEntry process = image.process();
    if (process.attachedLate()) {
      reasons.add("attached late: what was opened before is unknown");
    }
    if (process.ended() == ProcessEntry.Ended.DETACHED) {
      reasons.add(
          "tracking was ended by detach at "
              + process.lastSeenAt().truncatedTo(ChronoUnit.SECONDS)
              + ": what happened afterwards is unknown");
    }
    if (process.gaps().contains(Gap.ATTRIBUTE_THREW)) {
      reasons.add(
          "the application threw where a rule reads an attribute: sizes and places may be missing");
    }
    if (!process.stacksCaptured()) {
      reasons.add("no stacks were captured");
    }
    if (process.gaps().contains(Gap.STACKS_UNKNOWN)) {
      reasons.add("there were too many stacks to record all: some openings have none");
    }
    if (process.gaps().contains(Gap.STACKS_CUT)) {
      reasons.add("the JVM cuts stacks: some openings have none, or lack their outermost calls");
    }
    if (process.gaps().contains(Gap.NOT_COLLECTED) && leftSomethingOpen(image)) {
      reasons.add("no collection at the end: what is LEFT_OPEN may be LOST");
    }
    if (process.gaps().contains(Gap.CALLS_UNKNOWN) && leftSomethingOpen(image)) {
      reasons.add(
          "which calls had not returned is not known of all threads: what is LEFT_OPEN may be"
              + " IN_USE");
    }
    if (process.ended() == ProcessEntry.Ended.RUNNING) {
      reasons.add("it ran on while it was read: counts are not of one instant");
    }
  }

  private static boolean leftSomethingOpen(LedgerImage image) {
    for (TallyEntry tally : image.tallies().values()) {
      if (tally.opened() > tally.closed()) {
        return true;
      }
    }
    return false;
  }
}
