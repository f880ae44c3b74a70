package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.RuleMapping.Want;
import io.ttalloc.rules.Value;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that end a cycle when they return. */
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

  /** Records the end of a cycle when the method returns. */
  static final class Ended {
    private Ended() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@FromRule(NAME) @Nullable Object name) {
      Hooks.marked(name);
    }
  }
}
