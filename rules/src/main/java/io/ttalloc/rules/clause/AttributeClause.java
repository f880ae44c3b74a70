package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
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
 * An attribute of a resource that is recorded when the resource is opened. {@link OpenClause} and
 * {@link UpdateClause} weave the advice that reads the attributes, always all of them together.
 */
final class AttributeClause extends Clause<Value> {
  static final AttributeClause BYTES =
      new AttributeClause("bytes", Want.NUMBER, 0L, RecordLayout.TYPE_HAS_BYTES, 0);
  static final AttributeClause EXTENT = new AttributeClause("extent", Want.NUMBER, 0L);
  static final AttributeClause ADDRESS =
      new AttributeClause("address", Want.NUMBER, 0L, 0, SlotLayout.FLAG_HAS_ADDRESS);
  static final AttributeClause DEVICE =
      new AttributeClause("device", Want.NUMBER, 0, 0, SlotLayout.FLAG_HAS_DEVICE);
  static final AttributeClause SPACE = new AttributeClause("space", Want.TEXT, null);
  static final AttributeClause SESSION = new AttributeClause("session", Want.TEXT, null);
  static final AttributeClause OWNS = new AttributeClause("owns", Want.FLAG, true);
  static final AttributeClause SHARED = new AttributeClause("shared", Want.FLAG, false);
  static final AttributeClause LABEL = new AttributeClause("label", Want.TEXT, null);

  /** All attributes, in the order of the documentation. */
  static final List<AttributeClause> ALL =
      List.of(BYTES, EXTENT, ADDRESS, DEVICE, SPACE, SESSION, OWNS, SHARED, LABEL);

  private final Want want;
  private final @Nullable Object absent;
  private final int typeFlag;
  private final int slotFlag;

  /**
   * @param absent the value that is recorded if the rule does not have the clause
   */
  private AttributeClause(String name, Want want, @Nullable Object absent) {
    this(name, want, absent, 0, 0);
  }

  /**
   * @param absent the value that is recorded if the rule does not have the clause
   * @param typeFlag the flag that is set for a type whose rule has the clause; 0 for none
   * @param slotFlag the flag that is set for each resource of such a type; 0 for none
   */
  private AttributeClause(
      String name, Want want, @Nullable Object absent, int typeFlag, int slotFlag) {
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
    List<ResourceMethod> open = rule.resourceMethods(OpenClause.OPEN, true, false);
    List<ResourceMethod> all = new ArrayList<>(open);
    all.addAll(rule.resourceMethods(OpenClause.ADOPT, false, false));
    all.addAll(rule.resourceMethods(UpdateClause.UPDATE, false, false));
    return rule.value(name(), want, ResourceMethod.patterns(all));
  }

  @Override
  public void describe(Value value, ResourceType type) {
    type.flag(typeFlag);
    type.slotFlag(slotFlag);
  }
}
