package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.TypePolicies;
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

  /** How many resources of the type have the verdict and were opened by the same line of code. */
  private final long fromLine;

  private RulePolicy(Verdict verdict, @Nullable String word, long fromLine) {
    this.verdict = verdict;
    this.word = word;
    this.fromLine = fromLine;
  }

  static RulePolicy of(TypeEntry type, Verdict verdict, long fromLine) {
    return new RulePolicy(verdict, type.policy().wordFor(verdict.name()), fromLine);
  }

  boolean isLeak(boolean growing) {
    if (word == null) {
      return verdict.isLeak(growing);
    }
    boolean gone = OF_WHAT_IS_GONE.contains(verdict.name());
    return word.equals("leak") || isSeveral() || (growing && !gone && verdict.isLeak(true));
  }

  /** Whether nobody has to do anything, since the rule calls it no leak. */
  boolean needsNoFix(boolean growing) {
    return ("ignore".equals(word) || TypePolicies.SEVERAL.equals(word)) && !isLeak(growing);
  }

  private boolean isSeveral() {
    return TypePolicies.SEVERAL.equals(word) && fromLine > 1;
  }

  /** The evidence from the rule; null if there is none. */
  @Nullable Reason why() {
    return word == null ? null : new RuleReason.Policy(verdict.name(), word);
  }
}
