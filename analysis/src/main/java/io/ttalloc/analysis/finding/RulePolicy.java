package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The policy that the rule of a type sets for findings with a certain verdict. A growing finding
 * stays a leak whatever the rule says, unless none of its resources is open any more: unclosed
 * resources that the program drops are collected, however many there are.
 */
final class RulePolicy {
  private static final List<String> OF_WHAT_IS_GONE = List.of("RECLAIMED", "LOST");

  private final Verdict verdict;
  private final @Nullable String word;

  /** The number of resources of the type and verdict that were opened by the same line of code. */
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

  /**
   * Whether the rule says that the finding is not a leak. It then needs no fix, and whether the
   * resources are still in use makes no difference.
   */
  boolean allows(boolean growing) {
    return ("ignore".equals(word) || TypePolicies.SEVERAL.equals(word)) && !isLeak(growing);
  }

  private boolean isSeveral() {
    return TypePolicies.SEVERAL.equals(word) && fromLine > 1;
  }

  /** The evidence that the rule's policy adds; null if there is none. */
  @Nullable Reason why() {
    return word == null ? null : new RuleReason.Policy(verdict.name(), word);
  }
}
