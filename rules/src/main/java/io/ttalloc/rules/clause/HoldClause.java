package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.RuleMapping.Want;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that add a resource to {@code this}, which becomes its owner; {@code entry} is the name
 * under which the cache holds the resource.
 */
final class HoldClause extends MethodsWithValuesClause {
  private static final String RESOURCE = "resource";
  private static final String ENTRY = "entry";

  HoldClause() {
    super(
        "hold",
        false,
        new Key(RESOURCE, Want.OBJECT, "what the method adds (often $0)"),
        new Key(ENTRY, Want.TEXT, null));
  }

  @Override
  protected void weave(Item hold, AdvisedMethod method) {
    // A static method is not called on a cache.
    if (!method.isStatic()) {
      method.advise(
          Layer.OPENED,
          Held.class,
          new AdviceArguments()
              .value(RESOURCE, hold.value(RESOURCE))
              .value(ENTRY, hold.value(ENTRY)));
    }
  }

  /** Records, when the method returns, that the cache holds the resource. */
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
