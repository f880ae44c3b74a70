package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.RuleMapping;

/** Whether a second close is no misuse; true by default. */
final class IdempotentClause extends Clause<Boolean> {
  IdempotentClause() {
    super("idempotent");
  }

  @Override
  public Boolean read(RuleMapping rule) {
    return rule.flag(name(), true);
  }

  @Override
  public void describe(Boolean idempotent, ResourceType type) {
    if (idempotent) {
      type.closedAnyTimes();
    } else {
      type.closedOnlyOnce();
    }
  }
}
