package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.ProbeRules;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The transformer. It stays installed for life and gives the same answer for a class every time: a
 * class whose field were missing after another agent's retransformation could not be redefined.
 *
 * <p>Never throws; a class that cannot be woven runs as it is, and one line says so.
 */
public final class Weaving implements ClassFileTransformer {
  private static final String[] NEVER = {
    "java/lang/invoke/",
    "java/lang/TtAlloc",
    "jdk/internal/",
    "sun/reflect/",
    "io/ttalloc/agent/",
    "io/ttalloc/probe/",
    "io/ttalloc/ledger/",
    "io/ttalloc/analysis/"
  };

  private final Logger log = AgentLog.of("weave");
  private final RuleIndex index;
  private final Scout scout;
  private final MemberCheck members = new MemberCheck();
  private final StatisticsSources statistics;
  private final AtomicInteger wovenCount = new AtomicInteger();

  /** Classes that got a field when they were loaded, by loader. */
  private final WeakHashMap<ClassLoader, Set<String>> withField = new WeakHashMap<>();

  private final Set<String> withFieldInBoot = new HashSet<>();
  private @Nullable Weaver weaver;

  /**
   * @param rules what to weave
   * @param probeRules where the probe learns of types and scopes
   * @param statistics is told which classes give allocators' numbers
   */
  public Weaving(List<Rule> rules, ProbeRules probeRules, StatisticsSources statistics) {
    List<WovenRule> woven = new ArrayList<>();
    for (Rule rule : rules) {
      woven.add(WovenRule.of(rule, probeRules));
    }
    this.index = new RuleIndex(woven);
    this.scout = new Scout(index);
    this.statistics = statistics;
  }

  /** Installs itself, and weaves what was loaded before. */
  public void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(this, true);
    List<Class<?>> early = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!loaded.isArray()
          && !loaded.isPrimitive()
          && !loaded.isHidden()
          && instrumentation.isModifiableClass(loaded)
          && !index.named(loaded.getName().replace('.', '/')).isEmpty()) {
        early.add(loaded);
      }
    }
    for (Class<?> loaded : early) {
      try {
        instrumentation.retransformClasses(loaded);
      } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
        notWoven(loaded.getName(), e);
      }
    }
  }

  /** How many classes were woven. */
  public int wovenCount() {
    return wovenCount.get();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || isNever(name)) {
      return null;
    }
    try {
      byte[][] result = new byte[1][];
      // An anonymous class, since a lambda here would link inside class loading.
      Probe.unseen(
          new Runnable() {
            @Override
            public void run() {
              result[0] = weave(loader, name, redefined, classFile);
            }
          });
      return result[0];
    } catch (Throwable e) {
      notWoven(name.replace('/', '.'), e);
      return null;
    }
  }

  private static boolean isNever(String name) {
    for (String prefix : NEVER) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private byte @Nullable [] weave(
      @Nullable ClassLoader loader, String name, @Nullable Class<?> redefined, byte[] classFile) {
    List<WovenRule> rules = scout.rulesOf(loader, name, classFile);
    if (rules.isEmpty()) {
      return null;
    }
    String className = name.replace('/', '.');
    List<WovenRule> fitting = members.fitting(loader, className, classFile, rules);
    if (fitting.isEmpty()) {
      return null;
    }
    boolean opens = false;
    for (WovenRule rule : fitting) {
      opens |= !rule.rule().open().isEmpty();
      if (rule.rule().statistics() != null && redefined == null) {
        statistics.add(loader, className, rule.rule().statistics());
      }
    }
    boolean addField = opens && mayHaveField(loader, name, redefined, classFile);
    byte[] woven = weaver().weave(loader, className, classFile, fitting, addField);
    wovenCount.incrementAndGet();
    log.debug("woven {}{}", className, addField ? "" : " (without a field)");
    return woven;
  }

  private synchronized Weaver weaver() {
    if (weaver == null) {
      weaver = new Weaver();
    }
    return weaver;
  }

  private synchronized boolean mayHaveField(
      @Nullable ClassLoader loader, String name, @Nullable Class<?> redefined, byte[] classFile) {
    Set<String> known =
        loader == null
            ? withFieldInBoot
            : withField.computeIfAbsent(loader, l -> Collections.synchronizedSet(new HashSet<>()));
    if (redefined != null) {
      return known.contains(name);
    }
    if (!MemberCheck.mayGetField(classFile)) {
      return false;
    }
    known.add(name);
    return true;
  }

  private void notWoven(String className, Throwable why) {
    Console.line(
        why instanceof UnknownMember
            ? why.getMessage() + "; " + className + " is not tracked"
            : "could not weave "
                + className
                + " ("
                + why
                + "): it runs as it is and is not tracked");
  }
}
