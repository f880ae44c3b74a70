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

/** Methods whose return ends a cycle. */
public final class CycleClause extends MethodsWithValuesClause<CycleClause.Cycle> {
  private static final String NAME = "name";

  /**
   * One method.
   *
   * @param name what the cycle is called
   */
  public record Cycle(MethodPattern method, Value name) implements Item {}

  CycleClause() {
    super("cycle", true, NAME);
  }

  @Override
  protected Cycle read(MethodPattern method, RuleMapping mapping) {
    Value name = mapping.value(NAME, Want.TEXT, List.of(method));
    Value ofMethod = new Value.Constant(method.name(), method.position());
    return new Cycle(method, name == null ? ofMethod : name);
  }

  @Override
  protected void weave(Cycle cycle, AdvisedMethod method) {
    method.advise(Layer.CYCLE, Ended.class, new AdviceArguments().value(NAME, cycle.name()));
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
