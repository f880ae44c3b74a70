package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.Layer;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.agent.rules.RuleMapping.Want;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.probe.Hooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods by which {@code this} takes in a resource and becomes its owner. */
final class HoldClause extends MethodsWithValuesClause<HoldClause.Hold> {
  private static final String RESOURCE = "resource";
  private static final String ENTRY = "entry";

  /**
   * One method.
   *
   * @param resource what it takes in
   * @param entry what the cache calls it, null if it has no name for it
   */
  record Hold(MethodPattern method, Value resource, @Nullable Value entry) implements Item {}

  HoldClause() {
    super("hold", false, RESOURCE, ENTRY);
  }

  @Override
  protected @Nullable Hold read(MethodPattern method, RuleMapping mapping) {
    Value resource = mapping.value(RESOURCE, Want.OBJECT, List.of(method));
    Value entry = mapping.value(ENTRY, Want.TEXT, List.of(method));
    if (!mapping.has(RESOURCE)) {
      mapping.wrong(
          mapping.position("method"),
          "'hold' without 'resource'",
          "resource: VALUE as well, what the method takes in (often $0)");
    }
    return resource == null ? null : new Hold(method, resource, entry);
  }

  @Override
  protected void weave(Hold hold, AdvisedMethod method) {
    // A static method is not one of a cache.
    if (!method.isStatic()) {
      method.advise(
          Layer.OPENED,
          Held.class,
          new AdviceArguments().value(RESOURCE, hold.resource()).value(ENTRY, hold.entry()));
    }
  }

  /** The advice. */
  static final class Held {
    private Held() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(ENTRY) @Nullable Object entry) {
      Hooks.held(self, resource, entry);
    }
  }
}
