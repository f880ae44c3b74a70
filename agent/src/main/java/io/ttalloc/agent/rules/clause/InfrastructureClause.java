package io.ttalloc.agent.rules.clause;

import io.ttalloc.probe.ProbeRules.ScopeKind;

/** Methods during which whatever the thread opens is the system's own. */
final class InfrastructureClause extends ScopeMethodsClause {
  InfrastructureClause() {
    super("infrastructure", true);
  }

  @Override
  ScopeKind kind() {
    return ScopeKind.INFRASTRUCTURE;
  }
}
