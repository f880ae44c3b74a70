package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.rules.clause.StatisticsClause.Statistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Weaves one class after the other that rules match. Thread-safe. */
final class ClassWeaving {
  private static final byte[] UNCHANGED = {};

  private final MemberCheck members;
  private final UnfitRules unfit;
  private final FirstMatch first;
  private final MatchRecord record;
  private final Lookout lookout;

  /** Classes that are woven since they were loaded: they get members, the same each time. */
  private final ClassSet reshaped = new ClassSet();

  /** Whether the JVM links native methods that got a prefix. */
  private volatile boolean prefixesNatives;

  /** Whether all loaded classes are woven. Until then some are, and others are not yet. */
  private volatile boolean installed;

  ClassWeaving(
      MemberCheck members,
      UnfitRules unfit,
      FirstMatch first,
      MatchRecord record,
      Lookout lookout) {
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
   */
  byte @Nullable [] weave(
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
            result[0] = woven(loader, className, redefined, whole[0], fit, reshape);
          }
        });
    boolean unchanged = result[0].length == 0;
    WovenNames.findIn(loader, result[0]);
    if (redefined == null && !(unchanged && ClassMembers.mayGetField(classFile))) {
      boolean ignored = reshaped.add(loader, name);
    }
    return unchanged ? null : result[0];
  }

  private byte[] woven(
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
    WovenClass woven = unfit.weave(first.weaver(), loader, className, whole, fit.rules(), addField);
    if (woven == null) {
      first.missed(className);
      record.notWoven(className);
      return UNCHANGED;
    }
    AgentLog.of("weave").debug("woven {}{}", className, addField ? "" : " (without a field)");
    return woven.tell(first.tracking().probeRules());
  }

  private void missed(String className, MemberCheck.Fit fit) {
    if (!fit.unknown().isEmpty()) {
      first.missed(className);
    }
  }
}
