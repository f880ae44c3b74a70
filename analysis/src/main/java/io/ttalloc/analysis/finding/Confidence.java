package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.LedgerImage;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the ledger can be trusted, and why not further.
 *
 * @param reasons what is missing, one phrase each; empty if nothing is
 */
public record Confidence(Level level, List<String> reasons) {
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
    for (Gap gap : image.process().gaps()) {
      reasons.add(
          switch (gap) {
            case SWITCHED_OFF -> "tracking switched itself off after too many errors";
            case NOT_WOVEN -> "a class that a rule names could not be woven";
            case CLEANERS_AT_WORK -> "Cleaners were still at work at the end";
          });
    }
    for (String damage : image.damage()) {
      reasons.add("damaged ledger: " + damage);
    }
    Level level = reasons.isEmpty() ? Level.HIGH : Level.LOW;
    int grave = reasons.size();
    if (image.process().attachedLate()) {
      reasons.add("attached late: what was opened before is unknown");
    }
    if (image.hookErrors() > 0) {
      reasons.add(Numbers.counted(image.hookErrors(), "error") + " inside the probe");
    }
    if (!image.process().stacksCaptured()) {
      reasons.add("no stacks were captured");
    }
    boolean onlyMinor = grave == 0 && !reasons.isEmpty();
    return new Confidence(onlyMinor ? Level.MEDIUM : level, List.copyOf(reasons));
  }
}
