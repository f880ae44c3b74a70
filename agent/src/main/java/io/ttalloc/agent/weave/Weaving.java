package io.ttalloc.agent.weave;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.rules.clause.StatisticsClause.Statistics;
import io.ttalloc.probe.Probe;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The transformer. It stays installed as long as the JVM runs and always gives the same answer for
 * a class: if the field or a bridge were missing when another agent has the class retransformed,
 * the JVM would refuse that.
 *
 * <p>Never throws. A class that cannot be woven runs unchanged, and one line says so.
 */
public final class Weaving implements ClassFileTransformer, MatchedRules {
  private static final long PATIENCE_MILLIS = 2_000;

  /** By identity; guarded by itself. */
  private final IdentityHashMap<Rule, Rule> unmatched = new IdentityHashMap<>();

  /** Names of classes; guarded by itself. */
  private final TreeSet<String> notWoven = new TreeSet<>();

  private final RuleIndex index;
  private final ClassMatcher matcher;
  private final MemberCheck members;
  private final TrackingStart start;
  private final CodeOrigins origins;
  private final WeaverFactory weavers;
  private final LoadedClasses loaded;

  private final ReshapedClasses reshaped = new ReshapedClasses();
  private final ReentrantLock starting = new ReentrantLock();
  private boolean started;
  private volatile boolean somethingNotWoven;
  private volatile TrackingStart.@Nullable Started tracking;
  private volatile @Nullable Weaver weaver;

  /**
   * @param rules what to weave
   * @param start starts tracking when the first class matches
   * @param origins is told of each class
   */
  public Weaving(List<Rule> rules, TrackingStart start, CodeOrigins origins) {
    this(rules, start, origins, new WeaverFactory());
  }

  Weaving(List<Rule> rules, TrackingStart start, CodeOrigins origins, WeaverFactory weavers) {
    for (Rule rule : rules) {
      unmatched.put(rule, rule);
    }
    this.index = new RuleIndex(InheritedCloses.addedTo(rules));
    this.matcher = new ClassMatcher(index);
    this.loaded = new LoadedClasses(index);
    this.members = new MemberCheck(matcher);
    this.start = start;
    this.origins = origins;
    this.weavers = weavers;
  }

  /**
   * Installs the transformer, weaves classes that are loaded already, and begins to record.
   *
   * @param late whether the application runs already
   * @return how many loaded classes were woven
   */
  public int install(Instrumentation instrumentation, boolean late) {
    WeaverFactory.loadWhatItNeeds();
    instrumentation.addTransformer(this, true);
    origins.loadedBefore(instrumentation.getAllLoadedClasses());
    int woven = loaded.weave(instrumentation, late, reshaped);
    for (Map.Entry<Class<?>, Throwable> refused : loaded.refused().entrySet()) {
      notWoven(refused.getKey().getName(), refused.getValue());
    }
    if (tracking != null) {
      start.begin();
    }
    return woven;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || NeverWoven.contains(name)) {
      return null;
    }
    if (redefined == null) {
      origins.loading(loader, name, domain);
    }
    try {
      List<Rule> rules = matcher.rulesOf(loader, name, classFile);
      if (rules.isEmpty() || (redefined == null && start.hasEnded())) {
        return null;
      }
      matched(rules);
      byte[] woven = weaveUnseen(loader, name, redefined, classFile, rules);
      if (woven != null && redefined != null) {
        loaded.woven(redefined);
      }
      return woven;
    } catch (Throwable e) {
      notWoven(name.replace('/', '.'), e);
      return null;
    }
  }

  private byte @Nullable [] weaveUnseen(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> rules) {
    String className = name.replace('/', '.');
    boolean reshape = redefined == null || reshaped.contains(loader, name);
    MemberCheck.Fit fit = members.fit(loader, className, classFile, rules, reshape);
    if (fit.rules().isEmpty()) {
      remember(className);
      missed(fit);
      return null;
    }
    if (!start()) {
      return null;
    }
    missed(fit);
    byte[][] result = new byte[1][];
    // An anonymous class, since a lambda here would link inside class loading.
    Probe.unseen(
        new Runnable() {
          @Override
          public void run() {
            byte[] whole =
                fit.bridges().isEmpty() && fit.passedOn().isEmpty()
                    ? classFile
                    : Bridge.add(classFile, fit.bridges(), fit.passedOn());
            result[0] = weave(loader, className, redefined, whole, fit.rules(), reshape);
          }
        });
    if (redefined == null) {
      reshaped.add(loader, name);
    }
    return result[0];
  }

  private void matched(List<Rule> rules) {
    synchronized (unmatched) {
      for (Rule rule : rules) {
        unmatched.remove(rule);
      }
    }
  }

  @Override
  public List<Rule> unmatched() {
    synchronized (unmatched) {
      return new ArrayList<>(unmatched.keySet());
    }
  }

  @Override
  public List<String> notWoven() {
    synchronized (notWoven) {
      return new ArrayList<>(notWoven);
    }
  }

  private void remember(String className) {
    synchronized (notWoven) {
      if (notWoven.size() < MOST_CLASSES) {
        notWoven.add(className);
      }
    }
  }

  /**
   * Starts tracking unless that has been tried before; false if tracking is not running.
   *
   * <p>Starting loads classes of the agent, and a thread that waits here may hold the lock of the
   * loader that has to load them. So the wait is bounded: when it ends, the class is not woven.
   */
  private boolean start() {
    if (!lockInTime()) {
      throw new IllegalStateException(
          "tracking did not start within " + PATIENCE_MILLIS + " ms on another thread");
    }
    try {
      if (!started) {
        started = true;
        TrackingStart.Started now = start.start(this);
        // First: if the stack ends below, what was not woven is noted in the ledger.
        tracking = now;
        if (now != null && somethingNotWoven) {
          now.notWoven().run();
        }
        if (now != null && loaded.areDone()) {
          start.begin();
        }
      }
      if (tracking != null && weaver == null) {
        members.tell(tracking.probeRules());
        weaver = weavers.make(tracking.probeRules());
      }
      return tracking != null;
    } finally {
      starting.unlock();
    }
  }

  private boolean lockInTime() {
    // First without a timeout: the timed form fails on a thread that is interrupted.
    if (starting.tryLock()) {
      return true;
    }
    try {
      return starting.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private byte[] weave(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> rules,
      boolean reshape) {
    boolean opens = false;
    for (Rule rule : rules) {
      opens |= !rule.list(Clauses.OPEN).isEmpty();
      Statistics statistics = rule.get(Clauses.STATISTICS);
      if (statistics != null && (redefined == null || !loaded.areDone())) {
        requireNonNull(tracking).statistics().add(loader, className, statistics);
      }
    }
    if (!reshape) {
      requireNonNull(tracking).probeRules().olderThanTracking(className);
    }
    boolean addField = opens && reshape && MemberCheck.mayGetField(classFile);
    byte[] woven = requireNonNull(weaver).weave(loader, className, classFile, rules, addField);
    AgentLog.of("weave").debug("woven {}{}", className, addField ? "" : " (without a field)");
    return woven;
  }

  private void missed(MemberCheck.Fit fit) {
    if (!fit.unknown().isEmpty()) {
      missed();
    }
  }

  /** Notes that openings of a class that a rule names may go unseen. */
  private void missed() {
    somethingNotWoven = true;
    TrackingStart.Started now = tracking;
    if (now != null) {
      now.notWoven().run();
    } else {
      start.missed();
    }
  }

  private void notWoven(String className, Throwable why) {
    missed();
    remember(className);
    Console.line(
        why instanceof UnknownMember
            ? why.getMessage() + "; " + className + " is not tracked"
            : className
                + " could not be woven ("
                + why
                + "): the class runs unchanged and is not tracked");
  }
}
