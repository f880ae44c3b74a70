package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.List;

/** Methods during which whatever the thread opens belongs to {@code this}, or to the result. */
final class ScopeClause extends ScopeMethodsClause {
  ScopeClause() {
    super("scope", true);
  }

  @Override
  ScopeKind kind() {
    return ScopeKind.OWNER;
  }

  @Override
  public void describe(List<MethodPattern> scopes, ResourceType type) {
    if (!scopes.isEmpty()) {
      type.flag(RecordLayout.TYPE_OWNER);
    }
  }
}
