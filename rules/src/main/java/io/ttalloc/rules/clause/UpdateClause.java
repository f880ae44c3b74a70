package io.ttalloc.rules.clause;

import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Methods after which the attributes of a resource are read again, except {@code owns} and {@code
 * shared}, which never change.
 */
final class UpdateClause extends ResourceMethodsClause {
  static final String UPDATE = "update";

  /**
   * The attributes that are read again, each with the value that is passed to the probe if the rule
   * does not have the attribute.
   */
  private static final Map<String, @Nullable Object> READ_AGAIN = new LinkedHashMap<>();

  static {
    READ_AGAIN.put("bytes", ProbeType.NOT_READ);
    READ_AGAIN.put("extent", ProbeType.NOT_READ);
    READ_AGAIN.put("address", ProbeType.NOT_READ);
    READ_AGAIN.put("device", ProbeType.NO_DEVICE_READ);
    READ_AGAIN.put("space", null);
    READ_AGAIN.put("session", null);
    READ_AGAIN.put("label", null);
  }

  UpdateClause() {
    super(UPDATE, false, false);
  }

  @Override
  public List<ResourceMethod> read(RuleMapping rule) {
    List<ResourceMethod> update = super.read(rule);
    boolean any = false;
    for (String name : READ_AGAIN.keySet()) {
      any |= rule.has(name);
    }
    if (!update.isEmpty() && !any) {
      rule.wrong(
          rule.position(name()),
          "'update' in a rule without a value to read again",
          "one of " + String.join(", ", READ_AGAIN.keySet()) + " as well");
    }
    return update;
  }

  @Override
  public boolean usesType(List<ResourceMethod> said) {
    return !said.isEmpty();
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    AdviceArguments arguments = concerning(said, method, KeyTable.FOUND);
    arguments.constant(ReadAttributes.TYPE_INDEX, method.typeIndex());
    arguments.constant(ReadAttributes.AGAIN, true);
    // A number has no attributes, so they are read from the object on which the method is called.
    Value from = said.byKey() ? Value.self(said.method().position()) : said.value();
    boolean any = false;
    for (AttributeClause attribute : AttributeClause.ALL) {
      boolean isRead = READ_AGAIN.containsKey(attribute.name());
      any |= isRead && method.rule().has(attribute);
      Value value = isRead ? Value.of(from, method.rule().get(attribute)) : null;
      Object absent = isRead ? READ_AGAIN.get(attribute.name()) : attribute.absent();
      arguments.value(attribute.name(), value, absent);
    }
    if (any) { // false, for example, if label is the only attribute and labels=off
      method.advise(Layer.OPENED, ReadAttributes.class, arguments);
    }
  }
}
