package io.ttalloc.agent.weave;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.rules.Rule;
import java.util.List;

/**
 * What is to be woven. Immutable.
 *
 * @param rules rules that were chosen
 * @param tracked classes for which there need be none
 * @param onSight more rules, once there are classes for them
 */
public record WovenSelection(List<Rule> rules, TrackedPackages tracked, RulesOnSight onSight) {
  public WovenSelection {
    rules = List.copyOf(rules);
  }

  /** Rules alone. */
  public static WovenSelection of(List<Rule> rules) {
    return new WovenSelection(rules, TrackedPackages.NOTHING, RulesOnSight.NONE);
  }

  /** Whether class files of super types may have to be read. */
  boolean readsClassFiles() {
    boolean reads = !tracked.isNothing() || onSight != RulesOnSight.NONE;
    for (Rule rule : rules) {
      reads |= rule.subtypes();
    }
    return reads;
  }
}
