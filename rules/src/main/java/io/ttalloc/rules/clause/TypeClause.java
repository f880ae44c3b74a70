package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import org.jspecify.annotations.Nullable;

/** The name that reports give to the resources that the rule opens or closes. */
final class TypeClause extends Clause<String> {
  static final String TYPE = "type";

  TypeClause() {
    super(TYPE);
  }

  @Override
  public @Nullable String read(RuleMapping rule) {
    return rule.name(name());
  }

  @Override
  public void describe(String typeName, ResourceType type) {
    type.called(typeName);
  }
}
