package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How far the ledger can be trusted, and why not further.
 *
 * @param reasons what is missing, one phrase each; empty if nothing is
 * @param unseen those of the reasons for which an opening or a close may be missing
 * @param damaged the ledger could not be read as a whole
 */
public record Confidence(Level level, List<String> reasons, List<String> unseen, boolean damaged) {
  /** Degrees of trust. */
  public enum Level {
    /** Something is missing that may change a verdict. */
    LOW,
    /** Something is unknown that hardly changes a verdict. */
    MEDIUM,
    /** Everything was seen. */
    HIGH
  }

  /** The confidence that the ledger as a whole deserves. */
  public static Confidence in(LedgerImage image) {
    List<String> reasons = new ArrayList<>();
    if (image.dropped() > 0) {
      reasons.add(Numbers.counted(image.dropped(), "event") + " dropped: the ledger was full");
    }
    Set<Gap> gaps = image.process().gaps();
    if (gaps.contains(Gap.SWITCHED_OFF)) {
      reasons.add("tracking switched itself off after too many errors");
    }
    if (gaps.contains(Gap.NOT_WOVEN)) {
      reasons.add("a class that a rule names could not be woven");
    }
    if (image.hookErrors() > 0) {
      reasons.add(Numbers.counted(image.hookErrors(), "error") + " inside the probe");
    }
    for (String damage : image.damage()) {
      reasons.add("damaged ledger: " + damage);
    }
    List<String> unseen = List.copyOf(reasons);
    if (gaps.contains(Gap.CLEANERS_AT_WORK)) {
      reasons.add("Cleaners were still at work at the end");
    }
    Level level = reasons.isEmpty() ? Level.HIGH : Level.LOW;
    int grave = reasons.size();
    if (image.process().attachedLate()) {
      reasons.add("attached late: what was opened before is unknown");
    }
    if (!image.process().stacksCaptured()) {
      reasons.add("no stacks were captured");
    }
    if (gaps.contains(Gap.NOT_COLLECTED) && leftSomethingOpen(image)) {
      reasons.add("no collection at the end: what is HELD may be LOST");
    }
    if (image.process().ended() == ProcessEntry.Ended.RUNNING) {
      reasons.add("it ran on while it was read: counts are not of one instant");
    }
    boolean onlyMinor = grave == 0 && !reasons.isEmpty();
    return new Confidence(
        onlyMinor ? Level.MEDIUM : level, List.copyOf(reasons), unseen, !image.damage().isEmpty());
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
