package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.RuleMapping;

/**
 * True or false, false by default, for all resources of the type: {@code holder} says that they are
 * caches or pools, and so never a leak themselves; {@code frees-owned} that closing one closes what
 * it owns.
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
    return rule.flag(name(), false);
  }

  @Override
  public void describe(Boolean flag, ResourceType type) {
    if (flag) {
      type.flag(typeFlag);
    }
  }
}
