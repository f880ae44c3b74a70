package io.ttalloc.agent.rules.clause;

import io.ttalloc.probe.ProbeRules.ScopeKind;

/** Methods in which a close is a reclaimer's and not the program's own. */
final class ReclaimClause extends ScopeMethodsClause {
  ReclaimClause() {
    super("reclaim", false);
  }

  @Override
  ScopeKind kind() {
    return ScopeKind.RECLAIM;
  }
}
