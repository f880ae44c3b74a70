package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.Value;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that open a resource. Unless the rule specifies another object, a static method opens its
 * result, and any other method opens {@code this}.
 */
final class OpenClause extends ResourceMethodsClause {
  static final String OPEN = "open";
  static final String ADOPT = "adopt";

  /**
   * The effect of the methods on a resource that a number identifies: {@link KeyTable#OPENED} or
   * {@link KeyTable#ADOPTED}.
   */
  private final int purpose;

  /**
   * @param name {@link #OPEN} or {@link #ADOPT}
   * @param constructorsToo whether a constructor may be among the methods
   */
  OpenClause(String name, boolean constructorsToo, int purpose) {
    super(name, constructorsToo, false);
    this.purpose = purpose;
  }

  @Override
  public List<ResourceMethod> read(RuleMapping rule) {
    List<ResourceMethod> open = super.read(rule);
    if (!open.isEmpty() && !rule.has(TypeClause.TYPE)) {
      rule.wrong(
          rule.position(name()),
          "'" + name() + "' without 'type'",
          "type: NAME as well, the name that reports use");
    }
    return open;
  }

  @Override
  protected boolean opens() {
    return true;
  }

  @Override
  public void describe(List<ResourceMethod> open, ResourceType type) {
    for (ResourceMethod each : open) {
      if (each.byKey()) {
        type.givenOutBy(each.method().name());
      }
      if (!each.isOfItself() || !each.method().isConstructor()) {
        type.openedByMethods();
      }
      if (!each.isOfItself()) {
        // Closes of the object are recorded only if a rule for its own class lists close methods.
        type.flag(RecordLayout.TYPE_CLOSES_UNSEEN);
      }
    }
  }

  @Override
  public boolean usesType(List<ResourceMethod> said) {
    return !said.isEmpty();
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    Value resource = said.value();
    AdviceArguments arguments =
        said.isOfItself()
            ? new AdviceArguments().value(RESOURCE, resource)
            : concerning(said, method, purpose);
    arguments.constant(ReadAttributes.TYPE_INDEX, method.typeIndex());
    arguments.constant(ReadAttributes.AGAIN, false);
    method.opens();
    // A number has no attributes, so they are read from the object on which the method is called.
    Value from = said.byKey() ? Value.self(said.method().position()) : resource;
    boolean plain = !addAttributes(method.rule(), from, arguments) && said.isOfItself();
    method.advise(Layer.OPENING, plain ? OpenedPlainly.class : ReadAttributes.class, arguments);
  }

  /** Adds the attributes; returns whether the rule has any. */
  private static boolean addAttributes(Rule rule, Value resource, AdviceArguments arguments) {
    boolean any = false;
    for (AttributeClause attribute : AttributeClause.ALL) {
      any |= rule.has(attribute);
      Value value = Value.of(resource, rule.get(attribute));
      arguments.value(attribute.name(), value, attribute.absent());
    }
    return any;
  }

  /** The advice for a rule without attributes. */
  static final class OpenedPlainly {
    private OpenedPlainly() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(ReadAttributes.TYPE_INDEX) int type) {
      Hooks.opened(resource, type, Hooks.wantsStack(resource) ? new Throwable() : null);
    }
  }
}
