package io.ttalloc.agent.weave;

import io.ttalloc.agent.loading.AotTraining;
import io.ttalloc.agent.loading.SecurityChecks;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.weave.check.CloseCheck;
import io.ttalloc.agent.weave.check.InheritedCloses;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.late.UnseenClasses;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.MatchRecord;
import io.ttalloc.agent.weave.match.ProgramImage;
import io.ttalloc.agent.weave.match.RuleIndex;
import io.ttalloc.agent.weave.match.TrackedClasses;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.NativePrefix;
import io.ttalloc.agent.weave.transform.StartImage;
import io.ttalloc.agent.weave.transform.WeaverFactory;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The transformer. It stays installed as long as the JVM runs and always produces the same result
 * for a class: if the added field or a bridge method were missing when another agent retransforms
 * the class, the JVM would refuse the retransformation.
 *
 * <p>Never throws. A class that cannot be woven runs unchanged, which is reported in one line.
 */
public final class Weaving implements ClassTransformer {
  private final WovenSelection wanted;
  private final TrackedClasses tracked;
  private final MatchRecord record;
  private final ClassMatcher matcher;
  private final CodeOrigins origins;
  private final UnseenClasses unseen;
  private final ClassWeaving classes;
  private final @Nullable String trainedBy = AotTraining.recordedBy();

  /** The classes that matched a rule and passed through the transformer. */
  private final ClassSet matched;

  /** Classes that could not be woven while they were loaded. */
  private final ClassSet late;

  /** The input of the search for unseen classes. */
  final ForSearch search = new ForSearch();

  /** Collects the program's classes for later starts; null if nothing is saved for them. */
  private volatile ProgramImage.@Nullable Builder program;

  /** The facts about code that the ledger records; null if nothing is saved for later starts. */
  private byte @Nullable [] codeFacts;

  /** Whether rules match classes that are already loaded. */
  private volatile boolean tracksAtOnce;

  /** The number of classes woven by {@link #install}. */
  private final AtomicInteger earlyWoven = new AtomicInteger();

  /**
   * @param wanted what to weave
   * @param start starts tracking when the first class matches
   * @param origins is notified of each class
   */
  public Weaving(WovenSelection wanted, TrackingStart start, CodeOrigins origins) {
    this(wanted, start, origins, new WeaverFactory(wanted.rules()));
  }

  public Weaving(
      WovenSelection wanted, TrackingStart start, CodeOrigins origins, WeaverFactory weavers) {
    this(wanted, start, origins, weavers, Patience.USUAL, SeenClasses.none());
  }

  /**
   * Creates a transformer that takes over from another one.
   *
   * @param seen the classes that the other transformer has seen
   */
  Weaving(
      WovenSelection wanted,
      TrackingStart start,
      CodeOrigins origins,
      WeaverFactory weavers,
      Patience patience,
      SeenClasses seen) {
    this.matched = seen.matched();
    this.late = seen.late();
    this.wanted = wanted;
    this.tracked = new TrackedClasses(wanted.tracked());
    this.record = new MatchRecord(wanted.rules());
    this.matcher =
        new ClassMatcher(
            new RuleIndex(InheritedCloses.addedTo(wanted.rules(), wanted.own())),
            tracked,
            this::missedUnknown);
    this.unseen = new UnseenClasses(search);
    this.classes = new ClassWeaving(start, this, matcher, weavers, patience, record, unseen, seen);
    this.origins = origins;
  }

  /**
   * Records that openings may go unseen: a rule that needs a version does not apply if the version
   * is unknown.
   */
  private void missedUnknown() {
    classes.missed(null);
  }

  /**
   * Enables saving the results with which a later process may start.
   *
   * @param facts the facts about code that the ledger records
   */
  public void keepForStart(byte[] facts) {
    codeFacts = facts;
  }

  /**
   * Does what {@link #install} does after {@link #prepare}, except that another transformer stays
   * installed and passes each class on to this one from now on.
   *
   * @param prefixesNatives whether the other transformer prefixes native methods
   * @param tracks whether tracking is already running
   * @param inTransformer whether this is called while a class is being loaded
   */
  void takeOver(
      Instrumentation instrumentation,
      boolean prefixesNatives,
      boolean tracks,
      boolean inTransformer) {
    unseen.begin(instrumentation);
    if (SecurityChecks.areMade()) {
      prepareForChecks();
    }
    if (prefixesNatives) {
      classes.prefixNatives();
    }
    if (tracks) {
      classes.startEarly();
    }
    if (inTransformer) {
      unseen.lookSoon();
    } else {
      unseen.lookNow();
    }
    classes.allAreWoven();
    if (!tracks && classes.isTracking()) {
      classes.begin();
    }
  }

  /**
   * Loads the classes that weaving needs, so that none of them is loaded for the first time while
   * another class is being loaded.
   */
  void prepare() {
    WeaverFactory.loadWhatItNeeds();
    if (wanted.readsClassFiles()) {
      ClassFiles.readInEachWay();
    }
    if (codeFacts != null) {
      ProgramImage known = classes.cache().programImage(matcher.hashOfRules());
      matcher.use(known);
      program = new ProgramImage.Builder(matcher.index(), known);
    }
  }

  /**
   * Installs the transformer, weaves classes that are loaded already, and begins to record.
   *
   * @return the number of loaded classes that were woven
   */
  @Override
  public int install(Instrumentation instrumentation) {
    prepare();
    if (codeFacts != null && !matcher.matching(instrumentation.getAllLoadedClasses()).isEmpty()) {
      tracksAtOnce = true;
      // Tracking starts as early as in WarmWeaving: the class file that the JVM provides for a
      // loaded class depends on how the class was used.
      classes.startEarly();
    }
    unseen.begin(instrumentation);
    if (SecurityChecks.areMade()) {
      prepareForChecks();
    }
    instrumentation.addTransformer(this, true);
    Class<?>[] before = instrumentation.getAllLoadedClasses();
    origins.loadedBefore(before);
    boolean prefixesNatives =
        Clauses.anyHasKeys(matcher.allRules()) && NativePrefix.link(instrumentation, this);
    if (prefixesNatives) {
      classes.prefixNatives();
    }
    unseen.lookNow();
    classes.allAreWoven();
    if (classes.isTracking()) {
      classes.begin();
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
      if (classes.hasEnded()) {
        return null;
      }
    }
    if (trainedBy != null && Loaders.isOfJdk(loader)) {
      unseen.lookSoon();
      return null; // no JDK class is woven, since those that are already loaded cannot be
    }
    if (redefined == null && SecurityChecks.areOfTheApplication()) {
      unseen.lookOnceLoaded();
      return null;
    }
    return SecurityChecks.within(() -> transformed(loader, name, redefined, classFile));
  }

  /**
   * Does in advance what a security manager might later forbid, or might need to load classes to
   * check.
   */
  private void prepareForChecks() {
    Console.prepare();
    SecurityChecks.loadWhatTheyNeed();
    unseen.prepare();
  }

  private byte @Nullable [] transformed(
      @Nullable ClassLoader loader, String name, @Nullable Class<?> redefined, byte[] classFile) {
    boolean ofAnotherAgent = redefined == null && Loaders.isOfAnotherAgent(loader, name);
    boolean mayLoad = false;
    try {
      if (!ofAnotherAgent && matcher.matchesNothing(loader, name, classFile)) {
        return null;
      }
      mayLoad = (ofAnotherAgent || Loaders.isForeign(loader)) && matcher.mayReadFor(name);
      List<Rule> rules = rulesOf(loader, name, classFile, ofAnotherAgent);
      if (rules.isEmpty()) {
        return null;
      }
      mayLoad = true;
      boolean unused = matched.add(loader, name);
      record.matched(rules);
      byte[] woven = classes.weave(loader, name, redefined, classFile, rules);
      if (woven != null && redefined != null && !classes.areAllWoven()) {
        earlyWoven.incrementAndGet();
      }
      return woven;
    } catch (NotStartedException e) {
      // The class is woven after it has been loaded and tracking has started.
      matched.remove(loader, name);
      boolean unused = late.add(loader, name);
      unseen.lookOnceLoaded();
      return null;
    } catch (Throwable e) {
      search.notWoven(name.replace('/', '.'), e);
      return null;
    } finally {
      if (mayLoad) {
        unseen.lookSoon();
      }
    }
  }

  private List<Rule> rulesOf(
      @Nullable ClassLoader loader, String name, byte[] classFile, boolean ofAnotherAgent) {
    if (ofAnotherAgent || !matcher.mayReadFor(name)) {
      // No supertypes are read: if only supertypes have rules, the class is woven once it is
      // loaded.
      return matcher.namedRulesOf(loader, name, classFile);
    }
    List<Rule> found = new ArrayList<>();
    classes.unrecorded(() -> found.addAll(matcher.rulesOf(loader, name, classFile)));
    return found;
  }

  /**
   * Whether a rule was not applied to a class that was to be woven, because the rule reads a member
   * that the class does not have.
   */
  public boolean leftOut(@Nullable ClassLoader loader, byte[] classFile, Rule rule) {
    return classes.leftOut(loader, classFile, rule);
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

  @Override
  public void end() {
    unseen.end();
  }

  /** Weaves classes that are still being loaded, as soon as they have been loaded. */
  void weaveOnceLoaded() {
    unseen.lookOnceLoaded();
  }

  @Override
  public void giveUpUnseen() {
    unseen.giveUp();
  }

  @Override
  public void saveWoven() {
    classes.unrecorded(
        () -> {
          SecurityChecks.within(
              () -> {
                keepForLater();
                return null;
              });
        });
  }

  /** Saves everything for later processes. Never throws, since the report does not depend on it. */
  private void keepForLater() {
    try {
      keepStartImage();
      keepProgramImage();
      classes.saveCache();
    } catch (RuntimeException | LinkageError | VirtualMachineError e) {
      AgentLog.of("weave").info("not everything could be saved for later processes ({})", e);
    }
  }

  /**
   * Saves the image with which a later process may start, if it contains more than an earlier
   * process has saved.
   */
  private void keepStartImage() {
    byte[] facts = codeFacts;
    if (facts == null) {
      return;
    }
    CachedWeaving cache = classes.cache();
    StartImage before = cache.startImage();
    Class<?>[] loaded = unseen.loaded();
    if (before != null && before.rules() == matcher.hashOfRules() && knowsAll(before, loaded)) {
      return;
    }
    StartImage.Rules about =
        new StartImage.Rules(
            matcher.hashOfRules(),
            classes.prefixesNatives(),
            tracksAtOnce || (before != null && before.tracksAtOnce()),
            facts,
            CloseCheck.closedByOthers(matcher.allRules()),
            matcher.index().patterns());
    StartImage.Builder all = new StartImage.Builder(about, matcher.index().names());
    if (before != null) {
      all.addAll(before);
    }
    all.addWoven(cache.wovenOfJdk());
    addUnconcerned(loaded, all);
    cache.keep(all.build());
  }

  private void keepProgramImage() {
    ProgramImage.Builder program = this.program;
    ProgramImage image = program == null ? null : program.build(unseen.loaded());
    if (image != null) {
      classes.cache().keep(image);
    }
  }

  private static boolean knowsAll(StartImage image, Class<?>[] loaded) {
    for (Class<?> each : loaded) {
      if (Loaders.isOrdinaryOfJdk(each)) {
        String name = each.getName().replace('.', '/');
        if (!image.isUnconcerned(name) && image.wovenBy(name) == null) {
          return false;
        }
      }
    }
    return true;
  }

  private void addUnconcerned(Class<?>[] loaded, StartImage.Builder to) {
    Set<Class<?>> matching = Collections.newSetFromMap(new IdentityHashMap<>());
    matching.addAll(matcher.matching(loaded));
    for (Class<?> each : loaded) {
      if (Loaders.isOrdinaryOfJdk(each)) {
        String name = each.getName().replace('.', '/');
        if (!matching.contains(each) || NeverWoven.contains(name)) {
          to.addUnconcerned(name, matcher.namesNothing(each));
        }
      }
    }
  }

  /** The input and the messages of the search for classes that were not passed to a transformer. */
  final class ForSearch implements UnseenClasses.Transformer {
    /** The maximum number of names to print. For further classes, the gap is only recorded. */
    private static final int MAX_WARNINGS = 50;

    /** Names of classes; guarded by itself. */
    private final Set<String> warned = new HashSet<>();

    /** Names of classes that must not be woven any more; guarded by itself. */
    private final Set<String> leftOut = new HashSet<>();

    @Override
    public boolean isLate(Class<?> loaded) {
      return late.contains(loaded.getClassLoader(), loaded.getName().replace('.', '/'));
    }

    @Override
    public List<Class<?>> lacking(Class<?>[] loaded) {
      List<Class<?>> lacking = new ArrayList<>();
      boolean misled = false;
      for (Class<?> each : matcher.matching(loaded)) {
        // Hidden classes, such as those of lambdas, are not transformed and cannot be woven.
        boolean canBeWoven =
            !each.isHidden() && !NeverWoven.contains(each.getName().replace('.', '/'));
        if (canBeWoven && !hasCome(each)) {
          if (trainedBy == null) {
            lacking.add(each);
            misled |= isMisled(each);
          } else {
            leaveOut(each.getName(), trainedBy);
          }
        }
      }
      if (misled) {
        // All these classes are woven now; later processes will weave them in time.
        matcher.use(null);
        program = new ProgramImage.Builder(matcher.index(), null);
      }
      return lacking;
    }

    /**
     * Whether wrong results of earlier processes have kept a class from being woven in time. If so,
     * warns about the class.
     */
    private boolean isMisled(Class<?> type) {
      boolean misled = matcher.isMisled(type);
      if (misled) {
        classes.missed(type.getName());
        warn(
            type.getName(),
            " was woven late because its supertypes have changed since an earlier run: what it had"
                + " opened by then was not tracked");
      }
      return misled;
    }

    @Override
    public boolean hasCome(Class<?> loaded) {
      return matched.contains(loaded.getClassLoader(), loaded.getName().replace('.', '/'));
    }

    /**
     * Leaves out a loaded class because this JVM records an ahead-of-time cache. Since there are
     * many such classes, a line is printed only for the first one.
     */
    private void leaveOut(String className, String trainedBy) {
      boolean isFirst;
      synchronized (leftOut) {
        isFirst = leftOut.isEmpty();
        if (!leftOut.add(className)) {
          return;
        }
      }
      classes.missed(className);
      record.notWoven(className);
      if (isFirst) {
        Console.line(
            trainedBy
                + ": a JVM that records an AOT cache crashes at exit if classes were"
                + " woven after they had been loaded, so "
                + className
                + ", all other JDK classes and any classes that were already loaded run"
                + " unchanged and are not tracked; to track them, add"
                + " -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining");
      }
    }

    @Override
    public void notWoven(String className, Throwable why) {
      classes.missed(className);
      record.notWoven(className);
      warn(
          className,
          " could not be woven ("
              + Reason.of(why)
              + "): the class runs unchanged and is not tracked");
    }

    @Override
    public void wovenLate(String className) {
      classes.missed(className);
      warn(
          className,
          " was loaded while tracking was starting and was woven late: what it had opened by"
              + " then was not tracked");
    }

    /** Warns once per name: a class with many loaders would fill the application's log. */
    private void warn(String className, String what) {
      synchronized (warned) {
        if (warned.size() >= MAX_WARNINGS || !warned.add(className)) {
          return;
        }
      }
      Console.line(className + what);
    }

    @Override
    public void saveWoven() {
      classes.saveCacheFromTimeToTime();
    }

    @Override
    public void unseen(Work task) {
      classes.unrecorded(task);
    }
  }
}
