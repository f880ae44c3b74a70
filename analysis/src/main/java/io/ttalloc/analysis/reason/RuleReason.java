package io.ttalloc.analysis.reason;

import org.jspecify.annotations.Nullable;

/** Evidence from rules, policies and suppressions. */
public sealed interface RuleReason extends Reason {
  /** A lambda, whose code no agent can change. */
  record Lambda(String className) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.LAMBDA;
    }
  }

  /** No rule says what closes such a type. */
  record CloseRuleMissing(String type) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.CLOSE_RULE_MISSING;
    }
  }

  /** No method that closes it by its rule is woven in its class. */
  record CloseNotWoven(String className) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.CLOSE_NOT_WOVEN;
    }
  }

  /**
   * It may have been closed unseen.
   *
   * @param what as the ledger has it
   */
  record MayBeClosedUnseen(String what) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.MAY_BE_CLOSED_UNSEEN;
    }
  }

  /** Its rule has a policy for this verdict. */
  record Policy(String verdict, String policy) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.POLICY;
    }
  }

  /** A suppression matches what grows, which is a leak all the same. */
  record SuppressedButGrows(String suppression) implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.SUPPRESSED_BUT_GROWS;
    }
  }

  /**
   * There is more than a suppression allows.
   *
   * @param maxCount null if any number may be open
   * @param maxBytes null if there may be any number of bytes
   */
  record OverBudget(
      String suppression, long count, @Nullable Long maxCount, long bytes, @Nullable Long maxBytes)
      implements RuleReason {
    @Override
    public Kind kind() {
      return Kind.OVER_BUDGET;
    }
  }
}
