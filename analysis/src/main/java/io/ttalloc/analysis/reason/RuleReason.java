package io.ttalloc.analysis.reason;

import org.jspecify.annotations.Nullable;

/** Evidence from rules, policies and suppressions. */
public sealed interface RuleReason extends Reason {
  /** The resource is a lambda, whose code no agent can change. */
  record Lambda(String className) implements RuleReason {}

  /** No rule says what closes resources of this type. */
  record CloseRuleMissing(String type) implements RuleReason {}

  /** No close method named by the rule is woven in the resource's class. */
  record CloseNotWoven(String className) implements RuleReason {}

  /**
   * The resource may have been closed unseen.
   *
   * @param what the reason as recorded in the ledger
   */
  record MayBeClosedUnseen(String what) implements RuleReason {}

  /** The rule of the type has a policy for this verdict. */
  record Policy(String verdict, String policy) implements RuleReason {}

  /** A suppression matches the finding, but the finding grows and therefore stays a leak. */
  record SuppressedButGrows(String suppression) implements RuleReason {}

  /**
   * The finding exceeds the limits of a suppression.
   *
   * @param maxCount the maximum number of resources; null if there is no limit
   * @param maxBytes the maximum number of bytes; null if there is no limit
   */
  record OverBudget(
      String suppression, long count, @Nullable Long maxCount, long bytes, @Nullable Long maxBytes)
      implements RuleReason {}
}
