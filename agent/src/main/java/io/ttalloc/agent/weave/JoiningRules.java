package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.ArrayList;
import java.util.List;

/** Adds the rules that apply only once a class is there by which they are known. Thread-safe. */
final class JoiningRules implements RulesOnSight.Sink {
  private final WovenSelection wanted;
  private final ClassMatcher matcher;
  private final MatchRecord record;
  private final FirstMatch first;
  private final Lookout lookout;
  private final PatientLock adding = new PatientLock();

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
    List<Rule> more = new ArrayList<>();
    RulesOnSight.Sink later =
        new RulesOnSight.Sink() {
          @Override
          public void add(List<Rule> rules) {
            more.addAll(rules);
          }
        };
    for (Class<?> each : loaded) {
      boolean ignored = seen(each.getName().replace('.', '/'), later);
    }
    if (!more.isEmpty()) {
      // In one step: adding rules looks at all that are there.
      add(more);
    }
  }

  /**
   * A class is there, by its internal name; whether classes may now match that did not before.
   * While another thread adds rules for it, this one waits, for a limited time: the class would not
   * be woven. What is too late is found by {@link UnseenClasses}.
   */
  boolean seen(String name) {
    return seen(name, this);
  }

  private boolean seen(String name, RulesOnSight.Sink sink) {
    if (!wanted.onSight().waitsFor(name) || adding.isHeldByCurrentThread()) {
      return false;
    }
    if (!adding.lockInTime()) {
      return true;
    }
    try {
      boolean[] added = {false};
      // An anonymous class, since a lambda here would link inside class loading.
      lookout.unseen(
          new Work() {
            @Override
            public void run() {
              added[0] = wanted.onSight().seen(name, sink);
            }
          });
      return added[0];
    } finally {
      adding.unlock();
    }
  }

  @Override
  public void add(List<Rule> rules) {
    record.add(rules);
    matcher.add(rules);
    first.rulesAdded(rules);
  }

  /** Whether rules may be added later. */
  boolean mayCome() {
    return wanted.onSight() != RulesOnSight.NONE;
  }
}
