package io.ttalloc.rules.clause;

import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import org.jspecify.annotations.Nullable;

/**
 * The only class whose objects a rule covers. The agent adds this clause to rules that it creates
 * itself, so that such a rule does not open objects of subclasses when they are constructed. Cannot
 * be written in a rule file.
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
