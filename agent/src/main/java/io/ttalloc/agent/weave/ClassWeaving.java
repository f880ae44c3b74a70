package io.ttalloc.agent.weave;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.check.MemberCheck;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.Unrecorded;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.late.UnseenClasses;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.HoldersFound;
import io.ttalloc.agent.weave.match.MatchRecord;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.NativeMethods;
import io.ttalloc.agent.weave.transform.UnfitRules;
import io.ttalloc.agent.weave.transform.Weaver;
import io.ttalloc.agent.weave.transform.WeaverFactory;
import io.ttalloc.agent.weave.transform.WovenClass;
import io.ttalloc.agent.weave.transform.WovenNames;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.clause.StatisticsClause.Statistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Weaves the classes that match rules, one at a time. Starts tracking when the first class is
 * woven. Reuses the results of earlier processes, and loads the weaving code only for classes
 * without such a result. Thread-safe.
 */
final class ClassWeaving {
  private static final byte[] UNCHANGED = {};
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final MemberCheck members;
  private final UnfitRules unfit;
  private final MatchRecord record;
  private final UnseenClasses unseen;

  /**
   * Classes that were woven when they were loaded. They have been given additional members, and
   * must get the same members each time they are woven.
   */
  private final ClassSet reshaped;

  /** Like {@link SeenClasses#firstFiles}. */
  private final Map<String, byte[]> firstFiles;

  /** Whether the JVM links native methods that have been given a prefix. */
  private volatile boolean prefixesNatives;

  /**
   * Whether all classes that were loaded before the installation have been woven, not only some of
   * them.
   */
  private volatile boolean installed;

  private final TrackingStart start;
  private final MatchedRules matched;
  private final WeaverFactory weavers;
  private final Patience patience;
  private final HoldersFound holders = new HoldersFound();
  private final PatientLock starting = new PatientLock();

  /**
   * Names of classes whose openings may go unseen; contains null if there are such classes with
   * unknown names. Guarded by itself.
   */
  private final Set<@Nullable String> missed = new HashSet<>();

  private boolean started;

  /** Whether the probe has been told which closes go unseen. */
  private boolean closesDescribed;

  private volatile TrackingStart.@Nullable Started tracking;
  private volatile @Nullable Weaver weaver;
  private volatile @Nullable CachedWeaving cache;

  /** The time at which the cache was opened or last saved. */
  private volatile long savedNanos;

  /**
   * @param start starts tracking when the first class matches
   * @param matched provides, at exit, the rules that no class has matched
   * @param unseen finds classes that were not passed to the transformer
   * @param seen the classes that were passed to the transformer
   */
  ClassWeaving(
      TrackingStart start,
      MatchedRules matched,
      ClassMatcher matcher,
      WeaverFactory weavers,
      Patience patience,
      MatchRecord record,
      UnseenClasses unseen,
      SeenClasses seen) {
    this.start = start;
    this.matched = matched;
    this.members = new MemberCheck(matcher);
    this.unfit = new UnfitRules(matcher);
    this.weavers = weavers;
    this.patience = patience;
    this.record = record;
    this.unseen = unseen;
    this.reshaped = seen.reshaped();
    this.firstFiles = seen.firstFiles();
  }

  /** Enables the prefix for native methods, now that the JVM links methods that have the prefix. */
  void prefixNatives() {
    prefixesNatives = true;
  }

  boolean prefixesNatives() {
    return prefixesNatives;
  }

  /** Called when all classes that were loaded before the installation have been woven. */
  void allAreWoven() {
    installed = true;
  }

  boolean areAllWoven() {
    return installed;
  }

  /**
   * Weaves a class that was passed to the transformer.
   *
   * @param redefined the class, if it is already loaded
   * @param matching the rules that match it
   * @return null if the class stays unchanged
   * @throws NotStartedException if it cannot be woven yet
   */
  byte @Nullable [] weave(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> matching)
      throws NotStartedException {
    List<Rule> rules = holders.among(matching, name, classFile);
    if (rules.isEmpty()) {
      return null;
    }
    boolean reshape = redefined == null || reshaped.contains(loader, name);
    CachedWeaving cache = cache();
    CachedWeaving.Way way =
        new CachedWeaving.Way(members.hashOfRules(), redefined != null, reshape, prefixesNatives);
    byte[] firstFile = redefined == null ? null : firstFiles.remove(name);
    CachedWeaving.Sought sought =
        sought(cache, loader, name, firstFile == null ? classFile : firstFile, rules, way);
    byte[] known = sought == null ? null : cached(cache, sought, redefined, rules, reshape);
    if (known != null) {
      return known.length == 0 ? null : known;
    }
    return weaveAnew(loader, name, redefined, classFile, rules, reshape, sought);
  }

  private CachedWeaving.@Nullable Sought sought(
      CachedWeaving cache,
      @Nullable ClassLoader loader,
      String name,
      byte[] classFile,
      List<Rule> rules,
      CachedWeaving.Way way) {
    CachedWeaving.@Nullable Sought[] asked = {null};
    unrecorded( // Looking in the cache opens a file.
        () -> asked[0] = cache.sought(loader, name, classFile, rules, way));
    return asked[0];
  }

  private byte @Nullable [] weaveAnew(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> rules,
      boolean reshape,
      CachedWeaving.@Nullable Sought sought)
      throws NotStartedException {
    String className = name.replace('/', '.');
    byte[][] whole = {classFile};
    MemberCheck.Fit[] fits = new MemberCheck.Fit[1];
    unrecorded(
        () -> {
          whole[0] = withCode(loader, classFile, rules, reshape);
          fits[0] = members.fit(loader, className, whole[0], rules, reshape);
        });
    MemberCheck.Fit fit = fits[0];
    if (fit.rules().isEmpty()) {
      record.notWoven(className);
      missed(className, fit);
      return null;
    }
    if (!startTracking(loader)) {
      return null;
    }
    missed(className, fit);
    byte[][] result = {UNCHANGED};
    Unrecorded.run(
        () -> result[0] = woven(loader, className, redefined, whole[0], fit, reshape, sought));
    boolean unchanged = result[0].length == 0;
    if (!unchanged) {
      WovenNames.findIn(loader, result[0]);
    }
    if (redefined == null && !(unchanged && ClassMembers.mayGetField(classFile))) {
      boolean unused = reshaped.add(loader, name);
    }
    return unchanged ? null : result[0];
  }

  private byte[] withCode(
      @Nullable ClassLoader loader, byte[] classFile, List<Rule> rules, boolean reshape) {
    return reshape && prefixesNatives
        ? NativeMethods.withCode(loader, classFile, rules)
        : classFile;
  }

  /**
   * The class as an earlier process has woven it.
   *
   * @return null if no process has woven it; empty if tracking is not running
   */
  private byte @Nullable [] cached(
      CachedWeaving cache,
      CachedWeaving.Sought sought,
      @Nullable Class<?> redefined,
      List<Rule> rules,
      boolean reshape)
      throws NotStartedException {
    CachedWeaving.@Nullable Found[] found = {null};
    unrecorded(() -> found[0] = cache.find(sought));
    CachedWeaving.Found result = found[0];
    if (result == null) {
      return null;
    }
    if (!startTracking(sought.loader())) {
      return UNCHANGED;
    }
    String className = sought.name().replace('/', '.');
    prepare(sought.loader(), className, redefined, rules, reshape);
    byte[] woven = result.applyTo(sought, tracking().probeRules());
    if (redefined == null) {
      boolean unused = reshaped.add(sought.loader(), sought.name());
    }
    return woven;
  }

  /**
   * Records what must be known about a class before it is woven: whether it provides statistics,
   * and whether it was loaded before tracking.
   */
  private void prepare(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      List<Rule> rules,
      boolean reshape) {
    for (Rule rule : rules) {
      Statistics statistics = rule.get(Clauses.STATISTICS);
      if (statistics != null && (redefined == null || !installed)) {
        tracking().statistics().add(loader, className, statistics);
      }
    }
    if (!reshape) {
      tracking().probeRules().olderThanTracking(className);
    }
  }

  private byte[] woven(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      byte[] classFile,
      MemberCheck.Fit fit,
      boolean reshape,
      CachedWeaving.@Nullable Sought sought) {
    boolean ofResources = false;
    for (Rule rule : fit.rules()) {
      // Objects of a class may be opened by methods of another class, as a connection opens its
      // statements, but closed by methods of their own class.
      ofResources |= Clauses.opensItself(rule) || !Clauses.closes(rule, true).isEmpty();
    }
    prepare(loader, className, redefined, fit.rules(), reshape);
    if (WovenNames.haveHooks(classFile)) {
      AgentLog.of("weave").info("{} is woven already", className);
      return UNCHANGED;
    }
    byte[] whole = fit.withBridges(classFile);
    boolean addField = ofResources && reshape && ClassMembers.mayGetField(whole);
    WovenClass woven = unfit.weave(weaver(), loader, className, whole, fit.rules(), addField);
    if (woven == null) {
      missed(className);
      record.notWoven(className);
      return UNCHANGED;
    }
    AgentLog.of("weave").info("woven {}{}", className, addField ? "" : " (without a field)");
    boolean perfect =
        fit.remarks().isEmpty()
            && fit.unknown().isEmpty()
            && woven.rules().size() == fit.rules().size();
    if (sought != null && perfect) {
      cache().add(sought, woven, SuperTypes.of(loader, new ClassReader(whole)), fit.closes());
    }
    return woven.applyTo(tracking().probeRules());
  }

  private void missed(String className, MemberCheck.Fit fit) {
    if (!fit.unknown().isEmpty()) {
      missed(className);
    }
  }

  /**
   * Whether a rule was not applied to a class that was to be woven, because the rule reads a member
   * that the class does not have.
   */
  boolean leftOut(@Nullable ClassLoader loader, byte[] classFile, Rule rule) {
    return unfit.isLeftOut(loader, classFile, rule);
  }

  /**
   * Runs a task without recording what it opens: resources that are opened while class files are
   * read and woven belong to the agent.
   */
  void unrecorded(Work task) {
    if (isTracking()) {
      Unrecorded.run(task);
    } else {
      task.run();
    }
  }

  /**
   * Starts tracking unless that has been tried before; returns whether tracking is running.
   *
   * <p>While another thread is starting tracking, this thread waits, so that nothing is opened
   * unseen. The start loads classes of the agent and of the JDK. If this thread is loading a JDK
   * class, the start may need that very class, so this thread waits only for a moment. If this
   * thread is searching for loaded classes to weave, it is not loading any class, so it waits
   * without a limit.
   *
   * @param loader the loader of the class for which this is called
   * @throws NotStartedException if the wait ended before tracking had started
   */
  private boolean startTracking(@Nullable ClassLoader loader) throws NotStartedException {
    if (unseen.isLooking()) {
      starting.lock();
    } else if (!starting.lockInTime(patience.forStart(loader))) {
      throw new NotStartedException();
    }
    if (startLocked()) {
      // The start has loaded JDK classes, which the application may use next.
      unseen.lookInTime(patience.forLook(loader));
    }
    return tracking != null;
  }

  /**
   * Like {@link #startTracking}, but called before any class is woven, when there is nothing to
   * wait for.
   */
  void startEarly() {
    starting.lock();
    boolean unused = startLocked();
  }

  /**
   * Starts tracking unless that has been tried before, and releases the lock. Returns whether this
   * call has started tracking.
   */
  private boolean startLocked() {
    boolean now = false;
    try {
      if (!started) {
        started = true;
        startNow();
        now = tracking != null;
      }
      if (tracking != null && !closesDescribed) {
        members.reportTo(tracking.probeRules());
        closesDescribed = true;
      }
    } finally {
      starting.unlock();
    }
    return now;
  }

  private void startNow() {
    TrackingStart.Started now = OwnContext.of(() -> start.start(matched));
    // Set first: if the stack overflows below, the ledger still records what was not woven.
    tracking = now;
    if (now != null) {
      noteMissed(now);
      holders.reportTo(now.holders());
      if (installed) {
        begin();
      }
    }
  }

  private void noteMissed(TrackingStart.Started now) {
    synchronized (missed) {
      for (String className : missed) {
        now.notWoven().accept(className);
      }
    }
  }

  /** Begins to record; does nothing if called again. */
  void begin() {
    start.begin();
  }

  /** Whether tracking has ended for good. */
  boolean hasEnded() {
    return start.hasEnded();
  }

  boolean isTracking() {
    return tracking != null;
  }

  /** The classes that earlier processes have woven. */
  CachedWeaving cache() {
    CachedWeaving known = cache;
    return known == null ? openCache() : known;
  }

  private synchronized CachedWeaving openCache() {
    CachedWeaving opened = cache;
    if (opened == null) {
      opened = start.cache();
      savedNanos = System.nanoTime();
      cache = opened;
    }
    return opened;
  }

  /** Saves the woven classes for later processes; does nothing if there are no new ones. */
  void saveCache() {
    CachedWeaving known = cache;
    if (known != null) {
      savedNanos = System.nanoTime();
      known.save();
    }
  }

  /**
   * Like {@link #saveCache}, but does nothing if the cache was saved a moment ago: the whole cache
   * is written each time.
   */
  void saveCacheFromTimeToTime() {
    if (cache != null && System.nanoTime() - savedNanos > SAVE_NANOS) {
      saveCache();
    }
  }

  /**
   * The objects that weaving needs; may be called only after {@link #startTracking} has succeeded.
   */
  private TrackingStart.Started tracking() {
    return requireNonNull(tracking);
  }

  /** The weaver; may be called only after {@link #startTracking} has succeeded. */
  private Weaver weaver() {
    Weaver made = weaver;
    if (made == null) {
      // Two threads may each create a weaver, which does no harm.
      made = weavers.make();
      weaver = made;
    }
    return made;
  }

  /**
   * Records that openings may go unseen in a class that a rule names.
   *
   * @param className the name of the class; null if it is unknown
   */
  void missed(@Nullable String className) {
    synchronized (missed) {
      if (missed.size() < MatchedRules.MAX_CLASSES) {
        missed.add(className);
      }
    }
    TrackingStart.Started now = tracking;
    if (now != null) {
      now.notWoven().accept(className);
    } else {
      start.missed();
    }
  }
}
