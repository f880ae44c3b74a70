package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import java.util.List;

/**
 * Members that other clauses of the rule name but that a class may lack. If a class lacks such a
 * member, no message is printed, and values that use the member are absent. Nothing is woven.
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
