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

/** Methods by which {@code this} gives up what it holds. */
final class DropClause extends Clause<List<DropClause.Drop>> {
  private static final String RESOURCE = "resource";

  /**
   * One method.
   *
   * @param resource what it gives up: {@code this} stands for everything that {@code this} holds
   */
  record Drop(MethodPattern method, Value resource) {}

  DropClause() {
    super("drop");
  }

  @Override
  public List<Drop> read(RuleMapping rule) {
    List<Drop> drops = new ArrayList<>();
    for (RuleMapping item : rule.mappings(name(), List.of("method", RESOURCE), true)) {
      MethodPattern method = item.method();
      if (method != null) {
        Value resource = item.value(RESOURCE, Want.OBJECT, List.of(method));
        Value everything = Value.self(method.position());
        drops.add(new Drop(method, resource == null ? everything : resource));
      }
    }
    return drops;
  }

  @Override
  public List<MethodPattern> methods(List<Drop> drops) {
    List<MethodPattern> methods = new ArrayList<>();
    for (Drop drop : drops) {
      methods.add(drop.method());
    }
    return methods;
  }

  @Override
  public void weave(List<Drop> drops, AdvisedClass target) {
    for (Drop drop : drops) {
      for (AdvisedMethod method : target.methods(drop.method())) {
        method.advise(GivenUp.class, new AdviceArguments().value(RESOURCE, drop.resource()));
      }
    }
  }

  /** The advice. */
  static final class GivenUp {
    private GivenUp() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object self, @FromRule(RESOURCE) @Nullable Object resource) {
      Hooks.dropped(self, resource);
    }
  }
}
