package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import io.ttalloc.yaml.YamlNode;
import java.util.List;

/**
 * Methods during which whatever the thread opens is the system's own. An empty list stands for all
 * code of the classes: it is known by its frames on the stacks of what was opened, and not woven.
 */
final class InfrastructureClause extends ScopeMethodsClause {
  InfrastructureClause() {
    super("infrastructure", true);
  }

  /** Its methods may be static initializers, too. */
  @Override
  public List<MethodPattern> read(RuleMapping rule) {
    if (rule.node(name()) instanceof YamlNode.Text said && said.text().equals("true")) {
      return List.of();
    }
    return rule.methods(name(), true, true);
  }

  @Override
  ScopeKind kind() {
    return ScopeKind.INFRASTRUCTURE;
  }
}
