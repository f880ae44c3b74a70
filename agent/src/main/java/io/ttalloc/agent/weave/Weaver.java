package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Weaves one class with inlined Byte Buddy advice. Loaded when the first class matches, since that
 * costs a fifth of a second. Thread-safe.
 */
final class Weaver {
  private final ClassFileLocator agentClasses =
      ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader());
  private final Advice.ExceptionHandler countFailure =
      new Advice.ExceptionHandler.Simple(failedHook());
  private final IdentityHashMap<Rule, WovenRule> known = new IdentityHashMap<>();
  private final ProbeRules probeRules;
  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          // Bridges are synthetic, and meant.
          .ignore(ElementMatchers.none());

  /**
   * @param probeRules where the probe learns of types and scopes
   */
  Weaver(ProbeRules probeRules) {
    this.probeRules = probeRules;
  }

  private synchronized WovenRule woven(Rule rule) {
    // No lambda: it would link inside class loading.
    WovenRule woven = known.get(rule);
    if (woven == null) {
      woven = WovenRule.of(rule, probeRules);
      known.put(rule, woven);
    }
    return woven;
  }

  private static StackManipulation failedHook() {
    try {
      return MethodInvocation.invoke(
          new MethodDescription.ForLoadedMethod(Hooks.class.getMethod("failed", Throwable.class)));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Weaves a class.
   *
   * @param addField whether objects may get a field for their resource
   * @return the new class file
   * @throws UnknownMember a rule names something that the class does not have
   */
  byte[] weave(
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules,
      boolean addField) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile), ClassFiles.locator(loader));
    TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
    TypeDescription type = pool.describe(className).resolve();
    DynamicType.Builder<?> builder = byteBuddy.decorate(type, locator);
    if (addField) {
      builder = builder.visit(new ResourceField());
    }
    List<AsmVisitorWrapper> advice = new ArrayList<>();
    for (Rule rule : rules) {
      new RuleAdvice(woven(rule), type, advice).collect();
    }
    // The first wrapper is the outermost at run time: scopes stand before opens and closes.
    for (AsmVisitorWrapper wrapper : advice) {
      builder = builder.visit(wrapper);
    }
    return builder.make(net.bytebuddy.dynamic.TypeResolutionStrategy.Disabled.INSTANCE).getBytes();
  }

  /** The advice of one rule in one class. */
  private final class RuleAdvice {
    private final WovenRule woven;
    private final Rule rule;
    private final TypeDescription type;
    private final List<AsmVisitorWrapper> into;

    RuleAdvice(WovenRule woven, TypeDescription type, List<AsmVisitorWrapper> into) {
      this.woven = woven;
      this.rule = woven.rule();
      this.type = type;
      this.into = into;
    }

    void collect() {
      scopes(rule.infrastructure(), ScopeKind.INFRASTRUCTURE);
      scopes(rule.reclaim(), ScopeKind.RECLAIM);
      scopes(rule.scope(), ScopeKind.OWNER);
      for (MethodPattern pattern : rule.open()) {
        for (MethodDescription method : methods(pattern)) {
          open(method);
        }
      }
      for (MethodPattern pattern : rule.close()) {
        for (MethodDescription method : methods(pattern)) {
          if (!method.isStatic()) {
            add(method, Advices.Close.class, mapping().bind(Advices.TypeIndex.class, woven.type()));
          }
        }
      }
      for (MethodPattern pattern : rule.use()) {
        for (MethodDescription method : methods(pattern)) {
          if (!method.isStatic()) {
            add(method, Advices.Use.class, mapping());
          }
        }
      }
      for (Rule.Hold hold : rule.holds()) {
        for (MethodDescription method : methods(hold.method())) {
          add(
              method,
              Advices.Hold.class,
              value(
                  value(mapping(), Advices.Held.class, hold.resource(), Object.class, ""),
                  Advices.Entry.class,
                  hold.entry(),
                  Object.class,
                  0L));
        }
      }
      for (Rule.Drop drop : rule.drops()) {
        Value dropped =
            drop.resource() != null
                ? drop.resource()
                : new Value.Path(Value.Root.THIS, -1, List.of(), rule.position());
        for (MethodDescription method : methods(drop.method())) {
          add(
              method,
              Advices.Drop.class,
              value(mapping(), Advices.Held.class, dropped, Object.class, 0L));
        }
      }
      for (Rule.Cycle cycle : rule.cycles()) {
        Value name =
            cycle.name() != null
                ? cycle.name()
                : new Value.Constant(cycle.method().name(), rule.position());
        for (MethodDescription method : methods(cycle.method())) {
          add(
              method,
              Advices.Cycle.class,
              value(mapping(), Advices.Entry.class, name, Object.class, 0L));
        }
      }
    }

    private void scopes(List<MethodPattern> patterns, ScopeKind kind) {
      for (MethodPattern pattern : patterns) {
        for (MethodDescription method : methods(pattern)) {
          int scope = woven.scope(kind, type.getName(), pattern);
          Class<?> template = Advices.ScopeOfNobody.class;
          if (method.isConstructor()) {
            template = Advices.ScopeOfConstructor.class;
          } else if (kind == ScopeKind.OWNER) {
            template = method.isStatic() ? Advices.ScopeOfResult.class : Advices.ScopeOfThis.class;
          }
          add(method, template, mapping().bind(Advices.ScopeIndex.class, scope));
        }
      }
    }

    private void open(MethodDescription method) {
      Rule.Attributes attributes = rule.attributes();
      boolean plain = attributes.equals(Rule.Attributes.NONE);
      Advice.WithCustomMapping mapping = mapping().bind(Advices.TypeIndex.class, woven.type());
      if (plain) {
        add(
            method,
            method.isStatic() ? Advices.OpenResultPlain.class : Advices.OpenThisPlain.class,
            mapping);
        return;
      }
      mapping = value(mapping, Advices.Bytes.class, attributes.bytes(), long.class, 0L);
      mapping = value(mapping, Advices.Extent.class, attributes.extent(), long.class, 0L);
      mapping = value(mapping, Advices.Address.class, attributes.address(), long.class, 0L);
      mapping = value(mapping, Advices.DeviceId.class, attributes.device(), int.class, 0);
      mapping = value(mapping, Advices.Space.class, attributes.space(), Object.class, 0L);
      mapping = value(mapping, Advices.Session.class, attributes.session(), Object.class, 0L);
      mapping = value(mapping, Advices.Owns.class, attributes.owns(), boolean.class, true);
      mapping = value(mapping, Advices.Shared.class, attributes.shared(), boolean.class, false);
      mapping = value(mapping, Advices.Label.class, attributes.label(), Object.class, 0L);
      add(method, method.isStatic() ? Advices.OpenResult.class : Advices.OpenThis.class, mapping);
    }

    private Advice.WithCustomMapping mapping() {
      return Advice.withCustomMapping();
    }

    private Advice.WithCustomMapping value(
        Advice.WithCustomMapping mapping,
        Class<? extends java.lang.annotation.Annotation> place,
        @Nullable Value value,
        Class<?> wanted,
        Object otherwise) {
      return mapping.bind(place, new ValueMapping(value, wanted, otherwise));
    }

    private void add(
        MethodDescription method, Class<?> template, Advice.WithCustomMapping mapping) {
      into.add(
          mapping
              .to(TypeDescription.ForLoadedType.of(template), agentClasses)
              .withExceptionHandler(countFailure)
              .on(ElementMatchers.is(method)));
    }

    private List<MethodDescription> methods(MethodPattern pattern) {
      List<MethodDescription> found = new ArrayList<>();
      for (MethodDescription method : type.getDeclaredMethods()) {
        if (pattern.matches(method.getInternalName(), method.getDescriptor())
            && !method.isAbstract()
            && !method.isNative()
            && !method.isBridge()) {
          found.add(method);
        }
      }
      return found;
    }
  }
}
