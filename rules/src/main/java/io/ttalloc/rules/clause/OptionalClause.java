package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import java.util.List;

/**
 * Members that other clauses of the rule name but that a class may lack. If it does, no message is
 * printed, and a value that uses the member is absent. Nothing is woven.
 */
final class OptionalClause extends Clause<List<MethodPattern>> {
  OptionalClause() {
    super("optional");
  }

  @Override
  public List<MethodPattern> read(RuleMapping rule) {
    return rule.methods(name(), true);
  }

  @Override
  public void describe(List<MethodPattern> optional, ResourceType type) {
    type.mayLack(optional);
  }
}
