package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.KeyTable;
import io.ttalloc.probe.ProbeType;
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
 * Methods that open a resource: a static one its result, others {@code this}, and either the object
 * that the rule says.
 */
final class OpenClause extends ResourceMethodsClause {
  private static final String TYPE_INDEX = "typeIndex";

  /** The attributes that do not say where the resource lies. */
  private static final int ELSEWHERE = (1 << ProbeType.BYTES) | (1 << ProbeType.LABEL);

  /** What is done with a number: {@link KeyTable#OPENED} or {@link KeyTable#ADOPTED}. */
  private final int purpose;

  /**
   * @param constructorsToo whether a constructor may be among the methods
   */
  OpenClause(String name, boolean constructorsToo, int purpose) {
    super(name, constructorsToo, false);
    this.purpose = purpose;
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
        // Some rule has to close the object's own class: unless one does, no close is seen.
        type.flag(RecordLayout.TYPE_CLOSES_UNSEEN);
      }
    }
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    Value resource = said.value();
    AdviceArguments arguments =
        said.isOfItself()
            ? new AdviceArguments().value(RESOURCE, resource)
            : concerning(said, method, purpose);
    arguments.constant(TYPE_INDEX, method.typeIndex());
    method.opens();
    // Nothing can be read of a number: what is recorded is read where the method is.
    Value from = said.byKey() ? Value.self(said.method().position()) : resource;
    boolean plain = !addAttributes(method.rule(), from, arguments) && said.isOfItself();
    method.advise(Layer.OPENING, plain ? OpenedPlainly.class : Opened.class, arguments);
  }

  /** Whether the rule has any of them. */
  private static boolean addAttributes(Rule rule, Value resource, AdviceArguments arguments) {
    boolean any = false;
    for (AttributeClause attribute : Clauses.attributes()) {
      any |= rule.has(attribute);
      Value value = Value.of(resource, rule.get(attribute));
      arguments.value(attribute.name(), value, attribute.absent());
    }
    return any;
  }

  /** The advice for a rule that says something about the resource, or which object it is. */
  static final class Opened {
    private Opened() {}

    /**
     * Long, since Byte Buddy copies the code of one method: what it calls would have to be in the
     * boot loader. A parameter is read where it is named, so that the handler catches what it
     * throws; the numbers are the indexes in {@link ProbeType}.
     */
    // Over 40 lines: all has to be in one method.
    @SuppressWarnings("fallthrough")
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
      int unread = 0;
      // Again from behind the attribute that threw, until all were read.
      for (int next = 0; next < ProbeType.ATTRIBUTES; ) {
        try {
          switch (next) {
            case 0:
              itsBytes = bytes;
              next = 1;
            // fall through
            case 1:
              itsExtent = extent;
              next = 2;
            // fall through
            case 2:
              itsAddress = address;
              next = 3;
            // fall through
            case 3:
              itsDevice = device;
              next = 4;
            // fall through
            case 4:
              Object named = space;
              itsSpace = named == null ? null : named.toString();
              next = 5;
            // fall through
            case 5:
              named = session;
              itsSession = named == null ? null : named.toString();
              next = 6;
            // fall through
            case 6:
              itOwns = owns;
              next = 7;
            // fall through
            case 7:
              itIsShared = shared;
              next = 8;
            // fall through
            default:
              named = label;
              itsLabel = named == null ? null : named.toString();
              next = 9;
          }
        } catch (Throwable e) {
          // For example, a subclass has called the constructor and is not initialized yet.
          unread |= 1 << next;
          next = Hooks.attributeThrew(opened, type, next, e);
        }
      }
      if ((unread & ELSEWHERE) != unread) {
        itsExtent = ProbeType.UNKNOWN_PLACE | unread;
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
