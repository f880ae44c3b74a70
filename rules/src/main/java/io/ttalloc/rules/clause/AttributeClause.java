package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.RuleMapping.Want;
import io.ttalloc.rules.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of a resource when it opens. {@link OpenClause} weaves all of these at once, and
 * so does {@link UpdateClause}.
 */
final class AttributeClause extends Clause<Value> {
  private final Want want;
  private final @Nullable Object absent;
  private final int typeFlag;
  private final int slotFlag;

  /**
   * @param absent what is recorded if the rule does not have the clause
   */
  AttributeClause(String name, Want want, @Nullable Object absent) {
    this(name, want, absent, 0, 0);
  }

  /**
   * @param absent what is recorded if the rule does not have the clause
   * @param typeFlag what a type whose rule has it is marked with, 0 for nothing
   * @param slotFlag what each resource of such a type is marked with, 0 for nothing
   */
  AttributeClause(String name, Want want, @Nullable Object absent, int typeFlag, int slotFlag) {
    super(name);
    this.want = want;
    this.absent = absent;
    this.typeFlag = typeFlag;
    this.slotFlag = slotFlag;
  }

  @Nullable Object absent() {
    return absent;
  }

  @Override
  public @Nullable Value read(RuleMapping rule) {
    List<ResourceMethod> open = rule.resourceMethods(Clauses.OPEN.name(), true, false);
    List<ResourceMethod> all = new ArrayList<>(open);
    all.addAll(rule.resourceMethods(Clauses.ADOPT.name(), false, false));
    all.addAll(rule.resourceMethods(Clauses.UPDATE.name(), false, false));
    return rule.value(name(), want, ResourceMethod.patterns(all));
  }

  @Override
  public void describe(Value value, ResourceType type) {
    type.flag(typeFlag);
    type.slotFlag(slotFlag);
  }
}
