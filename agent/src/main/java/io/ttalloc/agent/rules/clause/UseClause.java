package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.probe.Hooks;
import net.bytebuddy.asm.Advice;

/** Methods that must not be called on a closed resource. */
final class UseClause extends MethodsClause {
  UseClause() {
    super("use", false);
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
    static void enter(@Advice.This Object self) {
      Hooks.used(self);
    }
  }
}
