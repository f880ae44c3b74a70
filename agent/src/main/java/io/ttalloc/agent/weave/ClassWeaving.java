package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.check.MemberCheck;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.EarlierWeaving;
import io.ttalloc.agent.weave.classes.Unrecorded;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.match.MatchRecord;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.NativeMethods;
import io.ttalloc.agent.weave.transform.UnfitRules;
import io.ttalloc.agent.weave.transform.WovenClass;
import io.ttalloc.agent.weave.transform.WovenNames;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.clause.StatisticsClause.Statistics;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Weaves one class after the other that rules match. Thread-safe. */
final class ClassWeaving {
  private static final byte[] UNCHANGED = {};

  private final MemberCheck members;
  private final UnfitRules unfit;
  private final FirstMatch first;
  private final MatchRecord record;
  private final Lookout lookout;

  /** Classes that are woven since they were loaded: they get members, the same each time. */
  private final ClassSet reshaped;

  /** As {@link SeenClasses#firstFiles}. */
  private final Map<String, byte[]> firstFiles;

  /** Whether the JVM links native methods that got a prefix. */
  private volatile boolean prefixesNatives;

  /** Whether all loaded classes are woven. Until then some are, and others are not yet. */
  private volatile boolean installed;

  ClassWeaving(
      MemberCheck members,
      UnfitRules unfit,
      FirstMatch first,
      MatchRecord record,
      Lookout lookout,
      SeenClasses seen) {
    this.reshaped = seen.reshaped();
    this.firstFiles = seen.firstFiles();
    this.members = members;
    this.unfit = unfit;
    this.first = first;
    this.record = record;
    this.lookout = lookout;
  }

  /** From now on native methods get a prefix, which the JVM links. */
  void prefixNatives() {
    prefixesNatives = true;
  }

  boolean prefixesNatives() {
    return prefixesNatives;
  }

  /** From now on nothing is left of what was loaded before. */
  void allAreWoven() {
    installed = true;
  }

  boolean areAllWoven() {
    return installed;
  }

  /**
   * Weaves a class that came to the transformer.
   *
   * @param redefined the class, if it is loaded already
   * @param rules those that match it
   * @return null if it stays as it is
   * @throws NotStartedException it cannot be woven yet
   */
  byte @Nullable [] weave(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      List<Rule> rules)
      throws NotStartedException {
    boolean reshape = redefined == null || reshaped.contains(loader, name);
    CachedWeaving cache = first.cache();
    CachedWeaving.Way way =
        new CachedWeaving.Way(first.hashOfRules(), redefined != null, reshape, prefixesNatives);
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
    lookout.unseen( // It opens a file.
        new Work() {
          @Override
          public void run() {
            asked[0] = cache.sought(loader, name, classFile, rules, way);
          }
        });
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
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            whole[0] = withCode(loader, classFile, rules, reshape);
            fits[0] = members.fit(loader, className, whole[0], rules, reshape);
          }
        });
    MemberCheck.Fit fit = fits[0];
    if (fit.rules().isEmpty()) {
      record.notWoven(className);
      missed(className, fit);
      return null;
    }
    if (!first.start(loader)) {
      return null;
    }
    missed(className, fit);
    byte[][] result = {UNCHANGED};
    Unrecorded.run(
        new Work() {
          @Override
          public void run() {
            result[0] = woven(loader, className, redefined, whole[0], fit, reshape, sought);
          }
        });
    boolean unchanged = result[0].length == 0;
    if (!unchanged) {
      WovenNames.findIn(loader, result[0]);
    }
    if (redefined == null && !(unchanged && ClassMembers.mayGetField(classFile))) {
      boolean ignored = reshaped.add(loader, name);
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
   * What an earlier process has woven.
   *
   * @return null if none has; nothing if tracking is not running
   */
  private byte @Nullable [] cached(
      CachedWeaving cache,
      CachedWeaving.Sought sought,
      @Nullable Class<?> redefined,
      List<Rule> rules,
      boolean reshape)
      throws NotStartedException {
    CachedWeaving.@Nullable Found[] found = {null};
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            found[0] = cache.find(sought);
          }
        });
    CachedWeaving.Found result = found[0];
    if (result == null) {
      return null;
    }
    if (!first.start(sought.loader())) {
      return UNCHANGED;
    }
    String className = sought.name().replace('/', '.');
    prepare(sought.loader(), className, redefined, rules, reshape);
    byte[] woven = result.tell(sought, first.tracking().probeRules());
    if (redefined == null) {
      boolean ignored = reshaped.add(sought.loader(), sought.name());
    }
    return woven;
  }

  /** Notes what is to be known of a class apart from its code. */
  private void prepare(
      @Nullable ClassLoader loader,
      String className,
      @Nullable Class<?> redefined,
      List<Rule> rules,
      boolean reshape) {
    for (Rule rule : rules) {
      Statistics statistics = rule.get(Clauses.STATISTICS);
      if (statistics != null && (redefined == null || !installed)) {
        first.tracking().statistics().add(loader, className, statistics);
      }
    }
    if (!reshape) {
      first.tracking().probeRules().olderThanTracking(className);
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
      // What another object opens, as a connection its statements, closes itself.
      ofResources |= Clauses.opensItself(rule) || !Clauses.closes(rule, true).isEmpty();
    }
    prepare(loader, className, redefined, fit.rules(), reshape);
    if (EarlierWeaving.isIn(classFile)) {
      AgentLog.of("weave").info("{} is woven already", className);
      return UNCHANGED;
    }
    byte[] whole = fit.withBridges(classFile);
    boolean addField = ofResources && reshape && ClassMembers.mayGetField(whole);
    WovenClass woven = unfit.weave(first.weaver(), loader, className, whole, fit.rules(), addField);
    if (woven == null) {
      first.missed(className);
      record.notWoven(className);
      return UNCHANGED;
    }
    AgentLog.of("weave").info("woven {}{}", className, addField ? "" : " (without a field)");
    boolean perfect =
        fit.remarks().isEmpty()
            && fit.unknown().isEmpty()
            && woven.rules().size() == fit.rules().size();
    if (sought != null && perfect) {
      first.cache().add(sought, woven, SuperTypes.of(loader, new ClassReader(whole)), fit.closes());
    }
    return woven.tell(first.tracking().probeRules());
  }

  private void missed(String className, MemberCheck.Fit fit) {
    if (!fit.unknown().isEmpty()) {
      first.missed(className);
    }
  }
}
