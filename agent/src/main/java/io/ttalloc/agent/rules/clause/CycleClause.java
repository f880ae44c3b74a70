package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.Layer;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping.Want;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.probe.Hooks;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods whose return ends a cycle. */
final class CycleClause extends MethodsWithValuesClause {
  static final String NAME = "name";

  CycleClause() {
    super("cycle", false, new Key(NAME, Want.TEXT, null));
  }

  @Override
  protected void weave(Item cycle, AdvisedMethod method) {
    MethodPattern ending = cycle.method();
    Value name = cycle.value(NAME, new Value.Constant(ending.name(), ending.position()));
    method.advise(Layer.CYCLE, Ended.class, new AdviceArguments().value(NAME, name));
  }

  /** The advice. */
  static final class Ended {
    private Ended() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@FromRule(NAME) @Nullable Object name) {
      Hooks.marked(name);
    }
  }
}
