package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.Layer;
import io.ttalloc.agent.rules.ResourceMethod;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.KeyTable;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods whose last call on a resource is recorded. */
final class TouchClause extends ResourceMethodsClause {
  TouchClause() {
    super("touch", false, true);
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    if (said.isOfItself()) {
      method.advise(Layer.CALL, Touched.class, new AdviceArguments());
    } else {
      method.advise(Layer.CALL, TouchedOther.class, concerning(said, method, KeyTable.FOUND));
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

  /** The advice for a method that concerns something else. */
  static final class TouchedOther {
    private TouchedOther() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@FromRule(RESOURCE) @Nullable Object resource) {
      Object touched = null;
      try {
        touched = resource; // named once, so read once
      } catch (NullPointerException e) {
        // What the path to it starts at may be null.
        Hooks.valueNotRead();
      }
      if (touched != null) {
        Hooks.touched(touched);
      }
    }
  }
}
