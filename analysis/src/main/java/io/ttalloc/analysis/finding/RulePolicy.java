package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rule of a type says of findings with a verdict. What grows stays a leak whatever the
 * rule says, unless nothing of it is open any more: the collector takes as many of what nobody
 * closes as the program drops.
 */
final class RulePolicy {
  private static final List<String> OF_WHAT_IS_GONE = List.of("RECLAIMED", "LOST");

  private final Verdict verdict;
  private final @Nullable String word;

  private RulePolicy(Verdict verdict, @Nullable String word) {
    this.verdict = verdict;
    this.word = word;
  }

  static RulePolicy of(TypeEntry type, Verdict verdict) {
    return new RulePolicy(verdict, type.policy().wordFor(verdict.name()));
  }

  boolean isLeak(boolean growing) {
    if (word == null) {
      return verdict.isLeak(growing);
    }
    boolean gone = OF_WHAT_IS_GONE.contains(verdict.name());
    return word.equals("leak") || (growing && !gone && verdict.isLeak(true));
  }

  /** Whether nobody has to do anything, since the rule calls it no leak. */
  boolean needsNoFix(boolean growing) {
    return "ignore".equals(word) && !isLeak(growing);
  }

  /** The evidence from the rule; null if there is none. */
  @Nullable Reason why() {
    return word == null ? null : new RuleReason.Policy(verdict.name(), word);
  }
}
