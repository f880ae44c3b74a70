package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.Layer;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/** Methods that matter to whatever their thread opens or closes while they run. */
abstract class ScopeMethodsClause extends MethodsClause {
  private static final String SCOPE_INDEX = "scopeIndex";

  ScopeMethodsClause(String name, boolean constructorsToo) {
    super(name, constructorsToo);
  }

  /** What the scope is for. A method, since the probe is not there when clauses are made. */
  abstract ScopeKind kind();

  @Override
  protected final void weave(MethodPattern pattern, AdvisedMethod method) {
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

  /** The scope belongs to this. */
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

  /** The scope is a constructor: its owner is known when it returns. */
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

  /** The scope is a static factory: it belongs to the result. */
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

  /** The scope belongs to nobody. */
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
