package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedClass;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/**
 * Methods that affect everything that their thread opens or closes while they run:
 *
 * <ul>
 *   <li>{@code scope}: everything that is opened belongs to {@code this}, or to the method's
 *       result;
 *   <li>{@code reclaim}: a close counts as made by a reclaimer, not by the program;
 *   <li>{@code infrastructure}: everything that is opened counts as infrastructure. An empty list
 *       stands for all code of the classes, which is not woven, but recognized by its frames in
 *       opening stacks.
 * </ul>
 */
final class ScopeClause extends Clause<List<MethodPattern>> {
  static final String OWNER = "scope";
  static final String RECLAIM = "reclaim";
  static final String INFRASTRUCTURE = "infrastructure";

  private static final String SCOPE_INDEX = "scopeIndex";

  /**
   * @param name {@link #OWNER}, {@link #RECLAIM} or {@link #INFRASTRUCTURE}
   */
  ScopeClause(String name) {
    super(name);
  }

  /**
   * The kind of scope. Not a field, because the probe is not loaded yet when clauses are created.
   */
  private ScopeKind kind() {
    return switch (name()) {
      case OWNER -> ScopeKind.OWNER;
      case RECLAIM -> ScopeKind.RECLAIM;
      default -> ScopeKind.INFRASTRUCTURE;
    };
  }

  @Override
  public List<MethodPattern> read(RuleMapping rule) {
    boolean ofSystem = name().equals(INFRASTRUCTURE);
    if (ofSystem && rule.node(name()) instanceof YamlNode.Text said && said.text().equals("true")) {
      return List.of();
    }
    return rule.methods(name(), !name().equals(RECLAIM), ofSystem);
  }

  @Override
  public List<MethodPattern> methods(List<MethodPattern> said) {
    return said;
  }

  @Override
  public void describe(List<MethodPattern> said, ResourceType type) {
    if (name().equals(OWNER) && !said.isEmpty()) {
      type.flag(RecordLayout.TYPE_OWNER);
    }
  }

  @Override
  public void weave(List<MethodPattern> said, AdvisedClass target) {
    for (MethodPattern pattern : said) {
      for (AdvisedMethod method : target.methods(pattern)) {
        weave(method);
      }
    }
  }

  private void weave(AdvisedMethod method) {
    method.advise(
        kind() == ScopeKind.INFRASTRUCTURE ? Layer.INFRASTRUCTURE : Layer.SCOPE,
        advice(method),
        new AdviceArguments().constant(SCOPE_INDEX, method.addScope(kind())));
  }

  private Class<?> advice(AdvisedMethod method) {
    if (method.isConstructor()) {
      return OfConstructor.class;
    }
    if (kind() != ScopeKind.OWNER) {
      return OfNobody.class;
    }
    return method.isStatic() ? OfResult.class : OfThis.class;
  }

  /** Advice for a scope that belongs to {@code this}. */
  static final class OfThis {
    private OfThis() {}

    @Advice.OnMethodEnter
    static int enter(@Advice.This Object self, @FromRule(SCOPE_INDEX) int scope) {
      return Hooks.scopeEntered(self, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.This Object self, @Advice.Enter int token, @FromRule(SCOPE_INDEX) int scope) {
      Hooks.scopeExited(token, scope, self);
    }
  }

  /**
   * Advice for a scope that is a constructor: the owner is known only when the constructor returns.
   */
  static final class OfConstructor {
    private OfConstructor() {}

    @Advice.OnMethodEnter
    static int enter(@FromRule(SCOPE_INDEX) int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object self, @Advice.Enter int token, @FromRule(SCOPE_INDEX) int scope) {
      Hooks.scopeExited(token, scope, self);
    }
  }

  /** Advice for a scope that is a static factory method: its result is the owner. */
  static final class OfResult {
    private OfResult() {}

    @Advice.OnMethodEnter
    static int enter(@FromRule(SCOPE_INDEX) int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Return(typing = Typing.DYNAMIC) @Nullable Object result,
        @Advice.Enter int token,
        @FromRule(SCOPE_INDEX) int scope) {
      Hooks.scopeExited(token, scope, result);
    }
  }

  /** Advice for a scope without an owner. */
  static final class OfNobody {
    private OfNobody() {}

    @Advice.OnMethodEnter
    static int enter(@FromRule(SCOPE_INDEX) int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter int token, @FromRule(SCOPE_INDEX) int scope) {
      Hooks.scopeExited(token, scope, null);
    }
  }
}
