package io.ttalloc.analysis.reason;

import org.jspecify.annotations.Nullable;

/** Evidence from rules, policies and suppressions. */
public sealed interface RuleReason extends Reason {
  /** A lambda, whose code no agent can change. */
  record Lambda(String className) implements RuleReason {}

  /** No rule says what closes such a type. */
  record CloseRuleMissing(String type) implements RuleReason {}

  /** No method that closes it by its rule is woven in its class. */
  record CloseNotWoven(String className) implements RuleReason {}

  /**
   * It may have been closed unseen.
   *
   * @param what as the ledger has it
   */
  record MayBeClosedUnseen(String what) implements RuleReason {}

  /** Its rule has a policy for this verdict. */
  record Policy(String verdict, String policy) implements RuleReason {}

  /** A suppression matches what grows, which is a leak all the same. */
  record SuppressedButGrows(String suppression) implements RuleReason {}

  /**
   * There is more than a suppression allows.
   *
   * @param maxCount null if any number may be open
   * @param maxBytes null if there may be any number of bytes
   */
  record OverBudget(
      String suppression, long count, @Nullable Long maxCount, long bytes, @Nullable Long maxBytes)
      implements RuleReason {}
}
