package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.rules.clause.StatisticsClause.Statistics;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The transformer. It stays installed as long as the JVM runs and always gives the same answer for
 * a class: if the field or a bridge were missing when another agent has the class retransformed,
 * the JVM would refuse that.
 *
 * <p>Never throws. A class that cannot be woven runs unchanged, and one line says so.
 */
public final class Weaving implements ClassFileTransformer, MatchedRules {
  /** How long a class waits until those are woven that the start of tracking has loaded. */
  static final long LOOK_MILLIS = 5_000;

  private static final byte[] UNCHANGED = {};

  private final WovenSelection wanted;
  private final TrackedClasses tracked;
  private final MatchRecord record;
  private final ClassMatcher matcher;
  private final MemberCheck members;
  private final UnfitRules unfit;
  private final FirstMatch first;
  private final CodeOrigins origins;
  private final Lookout lookout;
  private final JoiningRules joining;

  /** The classes that matched a rule and came here. */
  private final ClassSet came = new ClassSet();

  /** Classes that are woven since they were loaded: they get members, the same each time. */
  private final ClassSet reshaped = new ClassSet();

  /** How many classes were woven by {@link #install}. */
  private final AtomicInteger earlyWoven = new AtomicInteger();

  /** Whether the JVM links native methods that got a prefix. */
  private volatile boolean prefixesNatives;

  /** Whether all loaded classes are woven. Until then some are, and others are not yet. */
  private volatile boolean installed;

  /**
   * @param wanted what to weave
   * @param start starts tracking when the first class matches
   * @param origins is told of each class
   */
  public Weaving(WovenSelection wanted, TrackingStart start, CodeOrigins origins) {
    this(wanted, start, origins, new WeaverFactory(wanted.rules()));
  }

  Weaving(WovenSelection wanted, TrackingStart start, CodeOrigins origins, WeaverFactory weavers) {
    this.wanted = wanted;
    this.tracked = new TrackedClasses(wanted.tracked());
    this.record = new MatchRecord(wanted.rules());
    this.matcher =
        new ClassMatcher(
            new RuleIndex(InheritedCloses.addedTo(wanted.rules())),
            tracked,
            new Work() {
              @Override
              public void run() {
                Weaving.this.first.missed(null);
              }
            });
    this.members = new MemberCheck(matcher);
    this.unfit = new UnfitRules(matcher);
    this.first = new FirstMatch(start, this, members, weavers);
    this.lookout = new Lookout(matcher, came, first, record);
    this.joining = new JoiningRules(wanted, matcher, record, first, lookout);
    this.origins = origins;
  }

  /**
   * Installs the transformer, weaves classes that are loaded already, and begins to record.
   *
   * @return how many loaded classes were woven
   */
  public int install(Instrumentation instrumentation) {
    WeaverFactory.loadWhatItNeeds();
    if (wanted.readsClassFiles()) {
      ClassFiles.readInEachWay();
    }
    UnseenClasses early = lookout.begin(instrumentation);
    instrumentation.addTransformer(this, true);
    Class<?>[] before = instrumentation.getAllLoadedClasses();
    origins.loadedBefore(before);
    joining.seen(before);
    prefixesNatives =
        (joining.mayCome() || Clauses.anyHasKeys(matcher.allRules()))
            && NativeMethods.linkWithPrefix(instrumentation, this);
    early.lookNow();
    installed = true;
    if (first.isTracking()) {
      first.begin();
    }
    return earlyWoven.get();
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
      if (first.hasEnded()) {
        return null;
      }
    }
    boolean ofAnotherAgent = redefined == null && ClassFiles.isOfAnotherAgent(loader, name);
    boolean mayLoad = (ofAnotherAgent || ClassFiles.isForeign(loader)) && matcher.mayReadFor(name);
    try {
      mayLoad |= joining.seen(name);
      List<Rule> rules = rulesOf(loader, name, classFile, ofAnotherAgent);
      if (rules.isEmpty()) {
        return null;
      }
      mayLoad = true;
      boolean ignored = came.add(loader, name);
      record.matched(rules);
      rules = first.withoutHolders(rules, name, classFile);
      byte[] woven =
          rules.isEmpty() ? null : weaveUnseen(loader, name, redefined, classFile, rules);
      if (woven != null && redefined != null && !installed) {
        earlyWoven.incrementAndGet();
      }
      return woven;
    } catch (Throwable e) {
      lookout.notWoven(name.replace('/', '.'), e);
      return null;
    } finally {
      if (mayLoad) {
        lookout.lookSoon();
      }
    }
  }

  private List<Rule> rulesOf(
      @Nullable ClassLoader loader, String name, byte[] classFile, boolean ofAnotherAgent) {
    if (ofAnotherAgent || !matcher.mayReadFor(name)) {
      // If only the super types of such a class have rules, it is woven once it is loaded.
      return matcher.namedRulesOf(loader, name, classFile);
    }
    List<Rule> found = new ArrayList<>();
    // An anonymous class, since a lambda here would link inside class loading.
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            found.addAll(matcher.rulesOf(loader, name, classFile));
          }
        });
    return found;
  }

  private byte @Nullable [] weaveUnseen(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> rules) {
    String className = name.replace('/', '.');
    boolean reshape = redefined == null || reshaped.contains(loader, name);
    byte[][] whole = {classFile};
    MemberCheck.Fit[] fits = new MemberCheck.Fit[1];
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            if (reshape && prefixesNatives) {
              whole[0] = NativeMethods.withCode(loader, classFile, rules);
            }
            fits[0] = members.fit(loader, className, whole[0], rules, reshape);
          }
        });
    MemberCheck.Fit fit = fits[0];
    if (fit.rules().isEmpty()) {
      record.notWoven(className);
      missed(className, fit);
      return null;
    }
    if (!first.start()) {
      return null;
    }
    missed(className, fit);
    byte[][] result = {UNCHANGED};
    Unrecorded.run(
        new Work() {
          @Override
          public void run() {
            result[0] = weave(loader, className, redefined, whole[0], fit, reshape);
          }
        });
    boolean unchanged = result[0].length == 0;
    WovenNames.findIn(loader, result[0]);
    if (redefined == null && !(unchanged && ClassMembers.mayGetField(classFile))) {
      boolean ignored = reshaped.add(loader, name);
    }
    return unchanged ? null : result[0];
  }

  @Override
  public List<Rule> unmatched() {
    return record.unmatched();
  }

  @Override
  public List<ClassPattern> untracked() {
    return tracked.unused();
  }

  @Override
  public Class<?>[] loaded() {
    return lookout.loaded();
  }

  @Override
  public List<String> notWoven() {
    return record.notWoven();
  }

  /** Whether all classes are woven that were loaded before. */
  boolean isInstalled() {
    return installed;
  }

  /** Waits for a limited time until classes are woven that were loaded unseen. */
  void lookInTime() {
    lookout.lookInTime(LOOK_MILLIS);
  }

  @Override
  public void giveUpUnseen() {
    lookout.giveUp();
  }

  private byte[] weave(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      byte[] classFile,
      MemberCheck.Fit fit,
      boolean reshape) {
    boolean opens = false;
    for (Rule rule : fit.rules()) {
      opens |= Clauses.opensItself(rule);
      Statistics statistics = rule.get(Clauses.STATISTICS);
      if (statistics != null && (redefined == null || !installed)) {
        first.tracking().statistics().add(loader, className, statistics);
      }
    }
    if (!reshape) {
      first.tracking().probeRules().olderThanTracking(className);
    }
    if (EarlierWeaving.isIn(classFile)) {
      AgentLog.of("weave").debug("{} is woven already", className);
      return UNCHANGED;
    }
    byte[] whole = fit.withBridges(classFile);
    boolean addField = opens && reshape && ClassMembers.mayGetField(whole);
    byte[] woven = unfit.weave(first.weaver(), loader, className, whole, fit.rules(), addField);
    if (woven == null) {
      first.missed(className);
      record.notWoven(className);
      return UNCHANGED;
    }
    AgentLog.of("weave").debug("woven {}{}", className, addField ? "" : " (without a field)");
    return woven;
  }

  private void missed(String className, MemberCheck.Fit fit) {
    if (!fit.unknown().isEmpty()) {
      first.missed(className);
    }
  }
}
