package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.ResourceMethod;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that open a resource: a static one its result, others {@code this}, and either the object
 * that the rule says.
 */
final class OpenClause extends ResourceMethodsClause {
  private static final String TYPE_INDEX = "typeIndex";

  /**
   * @param constructorsToo whether a constructor may be among the methods
   */
  OpenClause(String name, boolean constructorsToo) {
    super(name, constructorsToo, false);
  }

  @Override
  public List<ResourceMethod> read(RuleMapping rule) {
    List<ResourceMethod> open = super.read(rule);
    if (!open.isEmpty() && !rule.has(Clauses.TYPE.name())) {
      rule.wrong(
          rule.position(name()),
          "'" + name() + "' without 'type'",
          "type: NAME as well, what reports call the things that are opened");
    }
    return open;
  }

  @Override
  public void describe(List<ResourceMethod> open, ResourceType type) {
    for (ResourceMethod each : open) {
      if (!each.isOfItself() || !each.method().isConstructor()) {
        type.openedByMethods();
      }
      if (!each.isOfItself()) {
        // Some rule has to close the object's own class: unless one does, no close is seen.
        type.flag(RecordLayout.TYPE_CLOSES_UNSEEN);
      }
    }
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    Value resource = said.value();
    AdviceArguments arguments = new AdviceArguments().constant(TYPE_INDEX, method.typeIndex());
    if (said.isOfItself()) {
      arguments.value(RESOURCE, resource);
    } else {
      arguments.resource(RESOURCE, resource);
    }
    method.opens();
    boolean plain = !addAttributes(method.rule(), resource, arguments) && said.isOfItself();
    method.advise(plain ? OpenedPlainly.class : Opened.class, arguments);
  }

  /** Whether the rule has any of them. */
  private static boolean addAttributes(Rule rule, Value resource, AdviceArguments arguments) {
    boolean any = false;
    for (Clause<?> clause : Clauses.inOrder()) {
      if (clause instanceof AttributeClause attribute) {
        any |= rule.has(attribute);
        Value value = Value.of(resource, rule.get(attribute));
        arguments.value(attribute.name(), value, attribute.absent());
      }
    }
    return any;
  }

  /** The advice for a rule that says something about the resource, or which object it is. */
  static final class Opened {
    private Opened() {}

    /**
     * Long, since Byte Buddy copies the code of one method: what it calls would have to be in the
     * boot loader. A parameter is read where it is named, so that the handler catches what it
     * throws.
     */
    // Over 40 lines: all has to be in one method.
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(TYPE_INDEX) int type,
        @FromRule("bytes") long bytes,
        @FromRule("extent") long extent,
        @FromRule("address") long address,
        @FromRule("device") int device,
        @FromRule("space") @Nullable Object space,
        @FromRule("session") @Nullable Object session,
        @FromRule("owns") boolean owns,
        @FromRule("shared") boolean shared,
        @FromRule("label") @Nullable Object label) {
      Object opened = null;
      try {
        opened = resource; // named once, so read once
      } catch (NullPointerException e) {
        // What the path to it starts at may be null.
      }
      if (opened == null) {
        return;
      }
      long itsBytes = 0;
      long itsExtent = 0;
      long itsAddress = 0;
      int itsDevice = 0;
      Object itsSpace = null;
      Object itsSession = null;
      boolean itOwns = true;
      boolean itIsShared = false;
      Object itsLabel = null;
      try {
        itsBytes = bytes;
        itsExtent = extent;
        itsAddress = address;
        itsDevice = device;
        itOwns = owns;
        itIsShared = shared;
        itsSpace = space;
        itsSession = session;
        itsLabel = label;
      } catch (Throwable e) {
        // For example, a subclass has called the constructor and is not initialized yet.
        itsExtent = Hooks.UNKNOWN_PLACE;
        Hooks.attributeThrew(e);
      }
      Hooks.opened(
          opened,
          type,
          itsBytes,
          itsExtent,
          itsAddress,
          itsDevice,
          itsSpace,
          itsSession,
          itOwns,
          itIsShared,
          itsLabel,
          Hooks.wantsStack(opened) ? new Throwable() : null);
    }
  }

  /** The advice for a rule without attributes. */
  static final class OpenedPlainly {
    private OpenedPlainly() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @FromRule(RESOURCE) @Nullable Object resource, @FromRule(TYPE_INDEX) int type) {
      Hooks.opened(resource, type, Hooks.wantsStack(resource) ? new Throwable() : null);
    }
  }
}
