package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.KeyTable;
import io.ttalloc.probe.ProbeType;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.rules.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods after whose return the attributes of a resource are read again. What a resource is at its
 * opening, {@code owns} and {@code shared}, is not.
 */
final class UpdateClause extends ResourceMethodsClause {
  private static final String TYPE_INDEX = "typeIndex";

  /** What is read again, each with what stands for it where the rule does not have it. */
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
    super("update", false, false);
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
          "'update' of a rule that reads nothing",
          "one of " + String.join(", ", READ_AGAIN.keySet()) + " as well");
    }
    return update;
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    AdviceArguments arguments = concerning(said, method, KeyTable.FOUND);
    arguments.constant(TYPE_INDEX, method.typeIndex());
    // Nothing can be read of a number: what is recorded is read where the method is.
    Value from = said.byKey() ? Value.self(said.method().position()) : said.value();
    boolean any = false;
    for (AttributeClause attribute : Clauses.attributes()) {
      if (READ_AGAIN.containsKey(attribute.name())) {
        any |= method.rule().has(attribute);
        Value value = Value.of(from, method.rule().get(attribute));
        arguments.value(attribute.name(), value, READ_AGAIN.get(attribute.name()));
      }
    }
    if (any) { // with labels=off perhaps not
      method.advise(Layer.OPENED, Updated.class, arguments);
    }
  }

  /** The advice. */
  static final class Updated {
    private Updated() {}

    // Over 40 lines: for the reasons of OpenClause.Opened.
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
        @FromRule("label") @Nullable Object label) {
      Object updated = null;
      try {
        updated = resource; // named once, so read once
      } catch (NullPointerException e) {
        // What the path to it starts at may be null.
      }
      if (updated == null || !Hooks.isOpen(updated)) {
        return;
      }
      long itsBytes = ProbeType.NOT_READ;
      long itsExtent = ProbeType.NOT_READ;
      long itsAddress = ProbeType.NOT_READ;
      int itsDevice = ProbeType.NO_DEVICE_READ;
      Object itsSpace = null;
      Object itsSession = null;
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
              next = 8;
            // fall through
            default:
              named = label;
              itsLabel = named == null ? null : named.toString();
              next = 9;
          }
        } catch (Throwable e) {
          unread |= 1 << next;
          next = Hooks.attributeThrew(updated, type, next, e);
        }
      }
      Hooks.updated(
          updated,
          type,
          itsBytes,
          itsExtent,
          itsAddress,
          itsDevice,
          itsSpace,
          itsSession,
          itsLabel,
          unread);
    }
  }
}
