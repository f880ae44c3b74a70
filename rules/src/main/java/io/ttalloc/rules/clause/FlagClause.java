package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;

/**
 * A flag for all resources of the type: {@code frees-owned} means that closing a resource closes
 * everything that it owns; {@code idempotent: false} means that a second close is a misuse.
 */
final class FlagClause extends Clause<Boolean> {
  static final String FREES_OWNED = "frees-owned";
  static final String IDEMPOTENT = "idempotent";

  /**
   * @param name {@link #FREES_OWNED} or {@link #IDEMPOTENT}
   */
  FlagClause(String name) {
    super(name);
  }

  @Override
  public Boolean read(RuleMapping rule) {
    boolean flag = rule.flag(name(), false);
    if (flag && name().equals(FREES_OWNED)) {
      requireOpen(name(), rule);
    }
    return flag;
  }

  /**
   * Adds a problem if the rule has the clause but opens nothing: the clause would have no effect,
   * and findings would be misleading.
   */
  static void requireOpen(String clause, RuleMapping rule) {
    if (!rule.has(OpenClause.OPEN)) {
      rule.wrong(
          rule.position(clause),
          "'" + clause + "' without 'open'",
          "open: METHODS as well, since only what is tracked can hold or own something");
    }
  }

  @Override
  public void describe(Boolean flag, ResourceType type) {
    if (name().equals(IDEMPOTENT)) {
      type.idempotent(flag);
    } else if (flag) {
      type.flag(RecordLayout.TYPE_FREES_OWNED);
    }
  }
}
