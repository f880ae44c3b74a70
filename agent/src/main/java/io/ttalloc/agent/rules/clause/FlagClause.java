package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.RuleMapping;

/**
 * True or false, false by default, for all resources of the type: {@code frees-owned} says that
 * closing one closes what it owns.
 */
final class FlagClause extends Clause<Boolean> {
  private final int typeFlag;

  /**
   * @param typeFlag a {@code TYPE_} constant of the ledger's layout
   */
  FlagClause(String name, int typeFlag) {
    super(name);
    this.typeFlag = typeFlag;
  }

  @Override
  public Boolean read(RuleMapping rule) {
    boolean flag = rule.flag(name(), false);
    if (flag) {
      requireOpen(name(), rule);
    }
    return flag;
  }

  /**
   * Without an opening a clause is of no effect, and findings would look as if it had been said.
   */
  static void requireOpen(String clause, RuleMapping rule) {
    if (!rule.has(Clauses.OPEN.name())) {
      rule.wrong(
          rule.position(clause),
          "'" + clause + "' without 'open'",
          "open: METHODS as well, since only what is tracked can hold or own something");
    }
  }

  @Override
  public void describe(Boolean flag, ResourceType type) {
    if (flag) {
      type.flag(typeFlag);
    }
  }
}
