package io.ttalloc.rules.clause;

import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import org.jspecify.annotations.Nullable;

/**
 * The class whose objects a rule that the agent made is for: what a subclass inherits does not open
 * objects of that. No rule file has it.
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
