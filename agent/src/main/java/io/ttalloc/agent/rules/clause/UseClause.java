package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.probe.Hooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that must not be called on a closed resource. */
final class UseClause extends MethodsClause {
  UseClause() {
    super("use", false);
  }

  @Override
  public void describe(List<MethodPattern> use, ResourceType type) {
    type.usedOnlyWhileOpen();
  }

  @Override
  protected void weave(MethodPattern pattern, AdvisedMethod method) {
    if (!method.isStatic()) {
      method.advise(Used.class, new AdviceArguments());
    }
  }

  /** The advice. */
  static final class Used {
    private Used() {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(@Advice.This Object self) {
      return Hooks.used(self);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.This Object self, @Advice.Enter @Nullable Object token) {
      if (token != null) {
        Hooks.closed(self, token, null);
      }
    }
  }
}
