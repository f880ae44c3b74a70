package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedClass;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.agent.rules.RuleMapping.Want;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.probe.Hooks;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods whose return ends a cycle. */
public final class CycleClause extends Clause<List<CycleClause.Cycle>> {
  private static final String NAME = "name";

  /**
   * One method.
   *
   * @param name what the cycle is called
   */
  public record Cycle(MethodPattern method, Value name) {}

  CycleClause() {
    super("cycle");
  }

  @Override
  public List<Cycle> read(RuleMapping rule) {
    List<Cycle> cycles = new ArrayList<>();
    for (RuleMapping item : rule.mappings(name(), List.of("method", NAME), true)) {
      MethodPattern method = item.method();
      if (method != null) {
        Value name = item.value(NAME, Want.TEXT, List.of(method));
        Value ofMethod = new Value.Constant(method.name(), method.position());
        cycles.add(new Cycle(method, name == null ? ofMethod : name));
      }
    }
    return cycles;
  }

  @Override
  public List<MethodPattern> methods(List<Cycle> cycles) {
    List<MethodPattern> methods = new ArrayList<>();
    for (Cycle cycle : cycles) {
      methods.add(cycle.method());
    }
    return methods;
  }

  @Override
  public void weave(List<Cycle> cycles, AdvisedClass target) {
    for (Cycle cycle : cycles) {
      for (AdvisedMethod method : target.methods(cycle.method())) {
        method.advise(Ended.class, new AdviceArguments().value(NAME, cycle.name()));
      }
    }
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
