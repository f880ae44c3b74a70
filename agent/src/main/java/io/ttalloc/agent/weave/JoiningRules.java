package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.ArrayList;
import java.util.List;

/** Adds the rules that apply only once a class is there by which they are known. Thread-safe. */
final class JoiningRules {
  private final WovenSelection wanted;
  private final ClassMatcher matcher;
  private final MatchRecord record;
  private final FirstMatch first;
  private final Lookout lookout;

  JoiningRules(
      WovenSelection wanted,
      ClassMatcher matcher,
      MatchRecord record,
      FirstMatch first,
      Lookout lookout) {
    this.wanted = wanted;
    this.matcher = matcher;
    this.record = record;
    this.first = first;
    this.lookout = lookout;
  }

  /** These classes are there. */
  void seen(Class<?>[] loaded) {
    for (Class<?> each : loaded) {
      boolean ignored = seen(each.getName());
    }
  }

  /** A class is there, by its internal or binary name; whether rules are added for it. */
  boolean seen(String name) {
    if (!wanted.onSight().waitsFor(name)) {
      return false;
    }
    List<Rule> more = new ArrayList<>();
    // An anonymous class, since a lambda here would link inside class loading.
    lookout.unseen(
        new Work() {
          @Override
          public void run() {
            more.addAll(wanted.onSight().seen(name));
          }
        });
    if (more.isEmpty()) {
      return false;
    }
    record.add(more);
    matcher.add(more);
    first.rulesAdded(more);
    return true;
  }

  /** Whether rules may be added later. */
  boolean mayCome() {
    return wanted.onSight() != RulesOnSight.NONE;
  }
}
