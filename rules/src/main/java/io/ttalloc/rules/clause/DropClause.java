package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.RuleMapping.Want;
import io.ttalloc.rules.Value;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods by which {@code this} stops holding one resource, or all of its resources. */
final class DropClause extends MethodsWithValuesClause {
  private static final String RESOURCE = "resource";

  DropClause() {
    super("drop", false, new Key(RESOURCE, Want.OBJECT, null));
  }

  @Override
  protected void weave(Item drop, AdvisedMethod method) {
    // A static method is not called on a cache.
    if (!method.isStatic()) {
      // By default, the resource is the cache itself, which means all of its contents.
      Value resource = drop.value(RESOURCE, Value.self(drop.method().position()));
      method.advise(Layer.CALL, GivenUp.class, new AdviceArguments().value(RESOURCE, resource));
    }
  }

  /** Records, when the method returns, that the cache no longer holds the resource. */
  static final class GivenUp {
    private GivenUp() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object self, @FromRule(RESOURCE) @Nullable Object resource) {
      Hooks.dropped(self, resource);
    }
  }
}
