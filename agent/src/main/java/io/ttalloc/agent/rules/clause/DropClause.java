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

/** Methods by which {@code this} gives up what it holds. */
final class DropClause extends MethodsWithValuesClause<DropClause.Drop> {
  private static final String RESOURCE = "resource";

  /**
   * One method.
   *
   * @param resource what it gives up: {@code this} stands for everything that {@code this} holds
   */
  record Drop(MethodPattern method, Value resource) implements Item {}

  DropClause() {
    super("drop", true, RESOURCE);
  }

  @Override
  protected Drop read(MethodPattern method, RuleMapping mapping) {
    Value resource = mapping.value(RESOURCE, Want.OBJECT, List.of(method));
    Value everything = Value.self(method.position());
    return new Drop(method, resource == null ? everything : resource);
  }

  @Override
  protected void weave(Drop drop, AdvisedMethod method) {
    // A static method is not one of a cache.
    if (!method.isStatic()) {
      method.advise(
          Layer.CALL, GivenUp.class, new AdviceArguments().value(RESOURCE, drop.resource()));
    }
  }

  /** The advice. */
  static final class GivenUp {
    private GivenUp() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object self, @FromRule(RESOURCE) @Nullable Object resource) {
      Hooks.dropped(self, resource);
    }
  }
}
