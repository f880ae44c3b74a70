package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.ResourceMethod;
import io.ttalloc.probe.Hooks;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that must not be called on a closed resource. */
final class UseClause extends ResourceMethodsClause {
  UseClause() {
    super("use", false, true);
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    if (said.isOfItself()) {
      method.advise(Used.class, new AdviceArguments());
    } else {
      method.advise(UsedOther.class, new AdviceArguments().resource(RESOURCE, said.value()));
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

  /** The advice for a method that concerns something else. */
  static final class UsedOther {
    private UsedOther() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@FromRule(RESOURCE) @Nullable Object resource) {
      Object used = null;
      try {
        used = resource; // named once, so read once
      } catch (NullPointerException e) {
        // What the path to it starts at may be null.
      }
      if (used != null) {
        Hooks.used(used);
      }
    }
  }
}
