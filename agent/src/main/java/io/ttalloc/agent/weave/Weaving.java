package io.ttalloc.agent.weave;

import io.ttalloc.agent.loading.AotTraining;
import io.ttalloc.agent.loading.SecurityChecks;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.PrivilegedAction;
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
  private final WovenSelection wanted;
  private final TrackedClasses tracked;
  private final MatchRecord record;
  private final ClassMatcher matcher;
  private final FirstMatch first;
  private final CodeOrigins origins;
  private final Lookout lookout;
  private final UnfitRules unfit;
  private final ClassWeaving classes;
  private final boolean trains = AotTraining.recordedBy() != null;

  /** The classes that matched a rule and came here. */
  private final ClassSet came = new ClassSet();

  /** How many classes were woven by {@link #install}. */
  private final AtomicInteger earlyWoven = new AtomicInteger();

  /**
   * @param wanted what to weave
   * @param start starts tracking when the first class matches
   * @param origins is told of each class
   */
  public Weaving(WovenSelection wanted, TrackingStart start, CodeOrigins origins) {
    this(wanted, start, origins, new WeaverFactory(wanted.rules()));
  }

  Weaving(WovenSelection wanted, TrackingStart start, CodeOrigins origins, WeaverFactory weavers) {
    this(wanted, start, origins, weavers, Patience.USUAL);
  }

  Weaving(
      WovenSelection wanted,
      TrackingStart start,
      CodeOrigins origins,
      WeaverFactory weavers,
      Patience patience) {
    this.wanted = wanted;
    this.tracked = new TrackedClasses(wanted.tracked());
    this.record = new MatchRecord(wanted.rules());
    this.matcher =
        new ClassMatcher(
            new RuleIndex(InheritedCloses.addedTo(wanted.rules(), wanted.own())),
            tracked,
            new Work() {
              @Override
              public void run() {
                Weaving.this.first.missed(null);
              }
            });
    MemberCheck members = new MemberCheck(matcher);
    this.first = new FirstMatch(start, this, members, weavers, patience);
    this.lookout = new Lookout(matcher, came, first, record);
    this.unfit = new UnfitRules(matcher);
    this.classes = new ClassWeaving(members, unfit, first, record, lookout);
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
    if (SecurityChecks.areMade()) {
      prepareForChecks();
    }
    instrumentation.addTransformer(this, true);
    Class<?>[] before = instrumentation.getAllLoadedClasses();
    origins.loadedBefore(before);
    boolean prefixesNatives =
        Clauses.anyHasKeys(matcher.allRules())
            && NativeMethods.linkWithPrefix(instrumentation, this);
    if (prefixesNatives) {
      classes.prefixNatives();
    }
    early.lookNow();
    classes.allAreWoven();
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
    if (name != null && SecurityChecks.areMadeAfter(name)) {
      prepareForChecks();
    }
    if (name == null || NeverWoven.contains(name)) {
      return null;
    }
    if (redefined == null) {
      origins.loading(loader, name, domain);
      if (first.hasEnded()) {
        return null;
      }
    }
    if (trains && ClassFiles.isOfJdk(loader)) {
      lookout.lookSoon();
      return null; // those of its classes that are loaded already cannot be woven
    }
    if (redefined == null && SecurityChecks.areOfTheApplication()) {
      lookout.weaveOnceLoaded();
      return null;
    }
    return SecurityChecks.within(
        new PrivilegedAction<byte @Nullable []>() {
          @Override
          public byte @Nullable [] run() {
            return transformed(loader, name, redefined, classFile);
          }
        });
  }

  /** Does what a security manager may forbid, or would load classes for. */
  private void prepareForChecks() {
    SecurityChecks.loadWhatTheyNeed();
    lookout.prepare();
  }

  private byte @Nullable [] transformed(
      @Nullable ClassLoader loader, String name, @Nullable Class<?> redefined, byte[] classFile) {
    boolean ofAnotherAgent = redefined == null && ClassFiles.isOfAnotherAgent(loader, name);
    boolean mayLoad = false;
    try {
      if (!ofAnotherAgent && matcher.matchesNothing(loader, name, classFile)) {
        return null;
      }
      mayLoad = (ofAnotherAgent || ClassFiles.isForeign(loader)) && matcher.mayReadFor(name);
      List<Rule> rules = rulesOf(loader, name, classFile, ofAnotherAgent);
      if (rules.isEmpty()) {
        return null;
      }
      mayLoad = true;
      boolean ignored = came.add(loader, name);
      record.matched(rules);
      rules = first.withoutHolders(rules, name, classFile);
      byte[] woven =
          rules.isEmpty() ? null : classes.weave(loader, name, redefined, classFile, rules);
      if (woven != null && redefined != null && !classes.areAllWoven()) {
        earlyWoven.incrementAndGet();
      }
      return woven;
    } catch (NotStartedException e) {
      // It is woven once it is loaded and tracking has started.
      came.remove(loader, name);
      lookout.weaveLate(loader, name);
      return null;
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

  /**
   * Whether a class came here to which a rule was not applied, since it reads what is not there.
   */
  public boolean leftOut(@Nullable ClassLoader loader, byte[] classFile, Rule rule) {
    return unfit.isLeftOut(loader, classFile, rule);
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
  public List<String> notWoven() {
    return record.notWoven();
  }

  /** Whether all classes are woven that were loaded before. */
  boolean isInstalled() {
    return classes.areAllWoven();
  }

  /** To be called when the transformer is removed and has woven nothing: looks for nothing more. */
  public void end() {
    lookout.end();
  }

  /** Waits for a limited time until classes are woven that were loaded unseen. */
  void lookInTime(long millis) {
    lookout.lookInTime(millis);
  }

  /** Whether this thread weaves loaded classes. */
  boolean isLooking() {
    return lookout.isLooking();
  }

  @Override
  public void giveUpUnseen() {
    lookout.giveUp();
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            first.saveCache();
          }
        });
  }
}
