package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.ResourceType;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that must not be called on a closed resource. */
final class UseClause extends ResourceMethodsClause {
  UseClause() {
    super("use", false, true);
  }

  @Override
  public void describe(List<ResourceMethod> use, ResourceType type) {
    type.usedOnlyWhileOpen();
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    if (said.isOfItself()) {
      method.advise(Layer.CALL, Used.class, new AdviceArguments());
    } else {
      method.advise(Layer.CALL, UsedOther.class, concerning(said, method, KeyTable.FOUND));
    }
  }

  /** The advice for a method that uses its own object. */
  static final class Used {
    private Used() {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(@Advice.This Object self) {
      return Hooks.used(self);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object token) {
      if (token != null) {
        Hooks.useEnded(token);
      }
    }
  }

  /** The advice for a method that uses another object. */
  static final class UsedOther {
    private UsedOther() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@FromRule(RESOURCE) @Nullable Object resource) {
      Object used = null;
      try {
        used = resource; // assigned, so that the value is read only once
      } catch (NullPointerException e) {
        // The object at which the path starts may be null.
      }
      return used == null ? null : Hooks.used(used);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object token) {
      if (token != null) {
        Hooks.useEnded(token);
      }
    }
  }
}
