package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.CloseCheck;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedClass;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;

/** Collects the advice that the clauses of one rule add to one class. */
final class RuleAdvice implements AdvisedClass {
  private final WovenRule woven;
  private final TypeDescription type;
  private final AdviceFiles files;
  private final List<WithAdvice> found = new ArrayList<>();
  private final Set<MethodDescription> openingConstructors = new HashSet<>();

  RuleAdvice(WovenRule woven, TypeDescription type, AdviceFiles files) {
    this.woven = woven;
    this.type = type;
    this.files = files;
  }

  /** Collects the advice. */
  void collect() {
    woven.rule().weave(this);
    if (everyConstructorOpens()) {
      woven.facts().everyConstructorOpens(type.getName());
    }
  }

  /** Adds what the rule states about the objects of the class. */
  void describe() {
    woven.describe(type.getName());
  }

  /** Adds the advice that was collected for one layer. */
  void addTo(AdvisedMethods all, Layer layer) {
    for (WithAdvice each : found) {
      if (each.layer() == layer) {
        all.add(each.method(), each.advice());
      }
    }
  }

  private record WithAdvice(Layer layer, MethodDescription method, Advice advice) {}

  /**
   * Whether each constructor opens the object that it creates; methods of such a type open nothing.
   */
  private boolean everyConstructorOpens() {
    return !openingConstructors.isEmpty()
        && (woven.rule().type().flags() & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0
        && openingConstructors.size()
            == type.getDeclaredMethods().filter(ElementMatchers.isConstructor()).size();
  }

  @Override
  public List<AdvisedMethod> methods(MethodPattern pattern) {
    List<AdvisedMethod> meant = new ArrayList<>();
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (pattern.matches(method.getInternalName(), method.getDescriptor())
          && !method.isAbstract()
          && !method.isNative()
          && !method.isBridge()) {
        meant.add(new WovenMethod(method));
      }
    }
    if (pattern.isInitializer()) {
      // The static initializer is not among the declared methods.
      meant.add(new WovenMethod(new MethodDescription.Latent.TypeInitializer(type)));
    }
    return meant;
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
      woven.facts().opens(typeIndex(), type.getName(), method.getInternalName());
      if (method.isConstructor()) {
        openingConstructors.add(method);
      }
    }

    @Override
    public void seesCloses(MethodPattern close) {
      woven.facts().closesAreSeenIn(type.getName());
      Rule rule = woven.rule();
      boolean heirsToo = rule.subtypes() || rule.classes().kind() != ClassPattern.Kind.CLASS;
      if (heirsToo && method.isVirtual() && !method.isFinal()) {
        woven
            .facts()
            .closeMayBeOverridden(
                type.getName(),
                rule.get(Clauses.TYPE),
                method.getInternalName(),
                method.getDescriptor(),
                !method.isPublic(),
                CloseCheck.named(close));
      }
    }

    @Override
    public void advise(Layer layer, Class<?> advice, AdviceArguments arguments) {
      List<MethodPattern> optional = woven.rule().list(Clauses.OPTIONAL);
      FromRuleMapping mapping = new FromRuleMapping(arguments, optional);
      found.add(new WithAdvice(layer, method, files.bound(advice, mapping)));
    }
  }
}
