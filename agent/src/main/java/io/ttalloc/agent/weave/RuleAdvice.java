package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedClass;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.ThrownClass;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Injection;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/** Collects the advice that the clauses of one rule add to one class. */
final class RuleAdvice implements AdvisedClass {
  private final WovenRule woven;
  private final TypeDescription type;
  private final In in;
  private final List<WithAdvice> outer = new ArrayList<>();
  private final List<WithAdvice> inner = new ArrayList<>();
  private final List<WithAdvice> failing = new ArrayList<>();
  private final Set<MethodDescription> openingConstructors = new HashSet<>();

  RuleAdvice(WovenRule woven, In in) {
    this.woven = woven;
    this.type = in.type();
    this.in = in;
  }

  /**
   * What is the same for all rules of a class.
   *
   * @param loader of the class
   * @param thrown checks what its methods are to throw
   */
  record In(
      @Nullable ClassLoader loader, TypeDescription type, AdviceFiles files, ThrownClasses thrown) {
    /** Whether the class may be one of the JDK. */
    boolean mayBeOfJdk() {
      return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
  }

  /** Adds what was collected, that which surrounds the rest first. */
  void addTo(AdvisedMethods all) {
    if (everyConstructorOpens()) {
      woven.probeRules().everyConstructorOpens(type.getName());
    }
    for (WithAdvice each : outer) {
      all.add(each.method(), each.advice());
    }
    for (WithAdvice each : inner) {
      all.add(each.method(), each.advice());
    }
  }

  /**
   * Adds what lets calls fail: within what all rules have added, as if the method itself failed.
   */
  void addFailuresTo(AdvisedMethods all) {
    for (WithAdvice each : failing) {
      all.add(each.method(), each.advice());
    }
  }

  private record WithAdvice(MethodDescription method, Advice advice) {}

  /** Whether each opens the object that it makes; methods of such a type open nothing. */
  private boolean everyConstructorOpens() {
    return !openingConstructors.isEmpty()
        && (woven.rule().type().flags() & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0
        && openingConstructors.size()
            == type.getDeclaredMethods().filter(ElementMatchers.isConstructor()).size();
  }

  @Override
  public List<AdvisedMethod> methods(MethodPattern pattern) {
    List<AdvisedMethod> found = new ArrayList<>();
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (pattern.matches(method.getInternalName(), method.getDescriptor())
          && !method.isAbstract()
          && !method.isNative()
          && !method.isBridge()) {
        found.add(new WovenMethod(method));
      }
    }
    if (pattern.isInitializer()) {
      // It is not among the declared methods.
      found.add(new WovenMethod(new MethodDescription.Latent.TypeInitializer(type)));
    }
    return found;
  }

  private final class WovenMethod implements AdvisedMethod {
    private final MethodDescription method;

    WovenMethod(MethodDescription method) {
      this.method = method;
    }

    @Override
    public Rule rule() {
      return woven.rule();
    }

    @Override
    public boolean isStatic() {
      return method.isStatic();
    }

    @Override
    public boolean isConstructor() {
      return method.isConstructor();
    }

    @Override
    public int typeIndex() {
      return woven.typeIndex();
    }

    @Override
    public int addScope(ScopeKind kind) {
      return woven.addScope(kind, type.getName(), method.getInternalName());
    }

    @Override
    public void opens() {
      woven.probeRules().opens(typeIndex(), type.getName(), method.getInternalName());
      if (method.isConstructor()) {
        openingConstructors.add(method);
      }
    }

    @Override
    public void seesCloses() {
      woven.probeRules().closesAreSeenIn(type.getName());
    }

    @Override
    public void advise(Class<?> advice, AdviceArguments arguments) {
      inner.add(new WithAdvice(method, bound(advice, arguments)));
    }

    @Override
    public void surround(Class<?> advice, AdviceArguments arguments) {
      outer.add(new WithAdvice(method, bound(advice, arguments)));
    }

    @Override
    public void letFail(Class<?> advice, String thrown, String ofSystem, ThrownClass exception) {
      String name = method.getInternalName();
      // Checked first: whoever only looks at rules makes nothing fail.
      String constructor = in.thrown().constructor(in.loader(), type.getName(), name, exception);
      Injection injection = woven.probeRules().injection();
      if (constructor == null || injection == null || !injection.covers(type.getName(), name)) {
        return;
      }
      String message = constructor.equals(ThrownClasses.WITH_MESSAGE) ? injection.message() : null;
      AdviceArguments arguments =
          new AdviceArguments()
              .made(thrown, new AdviceArguments.Made(exception.name(), message))
              .constant(ofSystem, in.mayBeOfJdk());
      failing.add(new WithAdvice(method, bound(advice, arguments)));
    }

    private Advice bound(Class<?> advice, AdviceArguments arguments) {
      boolean callsCount = woven.probeRules().injection() != null;
      List<MethodPattern> optional = woven.rule().list(Clauses.OPTIONAL);
      return in.files().bound(advice, new FromRuleMapping(arguments, optional, callsCount));
    }
  }
}
