package io.ttalloc.rules.clause;

import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import org.jspecify.annotations.Nullable;

/**
 * For a rule created by the agent, the only class whose objects it covers: constructing an object
 * of a subclass must not open it by this rule. Cannot be written in a rule file.
 */
final class OnlyClause extends Clause<String> {
  OnlyClause() {
    super("only");
  }

  @Override
  public @Nullable String read(RuleMapping rule) {
    return null;
  }

  @Override
  public void describe(String className, ResourceType type) {
    type.excludes(ProbeType.ALL_BUT.concat(className));
  }
}
