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

/** Methods by which {@code this} takes in a resource and becomes its owner. */
final class HoldClause extends Clause<List<HoldClause.Hold>> {
  private static final String RESOURCE = "resource";
  private static final String ENTRY = "entry";

  /**
   * One method.
   *
   * @param resource what it takes in
   * @param entry what the cache calls it, null if it has no name for it
   */
  record Hold(MethodPattern method, Value resource, @Nullable Value entry) {}

  HoldClause() {
    super("hold");
  }

  @Override
  public List<Hold> read(RuleMapping rule) {
    List<Hold> holds = new ArrayList<>();
    for (RuleMapping item : rule.mappings(name(), List.of("method", RESOURCE, ENTRY), false)) {
      MethodPattern method = item.method();
      if (method == null) {
        continue;
      }
      Value resource = item.value(RESOURCE, Want.OBJECT, List.of(method));
      Value entry = item.value(ENTRY, Want.TEXT, List.of(method));
      if (!item.has(RESOURCE)) {
        item.wrong(
            item.position("method"),
            "'hold' without 'resource'",
            "resource: VALUE as well, what the method takes in (often $0)");
      } else if (resource != null) {
        holds.add(new Hold(method, resource, entry));
      }
    }
    return holds;
  }

  @Override
  public List<MethodPattern> methods(List<Hold> holds) {
    List<MethodPattern> methods = new ArrayList<>();
    for (Hold hold : holds) {
      methods.add(hold.method());
    }
    return methods;
  }

  @Override
  public void weave(List<Hold> holds, AdvisedClass target) {
    for (Hold hold : holds) {
      for (AdvisedMethod method : target.methods(hold.method())) {
        method.advise(
            Held.class,
            new AdviceArguments().value(RESOURCE, hold.resource()).value(ENTRY, hold.entry()));
      }
    }
  }

  /** The advice. */
  static final class Held {
    private Held() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(ENTRY) @Nullable Object entry) {
      Hooks.held(self, resource, entry);
    }
  }
}
