package io.ttalloc.agent.weave.match;

import io.ttalloc.rules.Rule;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeSet;

/**
 * Records the rules that matched no class, and the classes that could not be woven. Thread-safe.
 */
public final class MatchRecord {
  /** The rules that no class has matched, by identity; guarded by itself. */
  private final IdentityHashMap<Rule, Rule> unmatched = new IdentityHashMap<>();

  /** Names of classes; guarded by itself. */
  private final TreeSet<String> notWoven = new TreeSet<>();

  public MatchRecord(List<Rule> rules) {
    for (Rule rule : rules) {
      unmatched.put(rule, rule);
    }
  }

  /** Records that a class has matched these rules. */
  public void matched(List<Rule> rules) {
    synchronized (unmatched) {
      for (Rule rule : rules) {
        unmatched.remove(rule);
      }
    }
  }

  /** Records that nothing could be woven in a class that matched a rule. */
  public void notWoven(String className) {
    synchronized (notWoven) {
      if (notWoven.size() < MatchedRules.MAX_CLASSES) {
        notWoven.add(className);
      }
    }
  }

  /** Like {@link MatchedRules#unmatched}. */
  public List<Rule> unmatched() {
    synchronized (unmatched) {
      return new ArrayList<>(unmatched.keySet());
    }
  }

  /** Like {@link MatchedRules#notWoven}. */
  public List<String> notWoven() {
    synchronized (notWoven) {
      return new ArrayList<>(notWoven);
    }
  }
}
