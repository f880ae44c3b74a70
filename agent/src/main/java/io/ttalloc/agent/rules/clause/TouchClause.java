package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.probe.Hooks;
import net.bytebuddy.asm.Advice;

/** Methods whose last call on a resource is recorded. */
final class TouchClause extends MethodsClause {
  TouchClause() {
    super("touch", false);
  }

  @Override
  protected void weave(MethodPattern pattern, AdvisedMethod method) {
    if (!method.isStatic()) {
      method.advise(Touched.class, new AdviceArguments());
    }
  }

  /** The advice. */
  static final class Touched {
    private Touched() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object self) {
      Hooks.touched(self);
    }
  }
}
