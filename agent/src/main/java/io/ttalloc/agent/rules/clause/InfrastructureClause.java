package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.List;

/** Methods during which whatever the thread opens is the system's own. */
final class InfrastructureClause extends ScopeMethodsClause {
  InfrastructureClause() {
    super("infrastructure", true);
  }

  /** Its methods may be static initializers, too. */
  @Override
  public List<MethodPattern> read(RuleMapping rule) {
    return rule.methods(name(), true, true);
  }

  @Override
  ScopeKind kind() {
    return ScopeKind.INFRASTRUCTURE;
  }
}
