package io.ttalloc.agent.weave;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.rules.Rule;
import java.util.List;

/**
 * What is to be woven. Immutable.
 *
 * @param rules rules that were chosen
 * @param tracked classes for which there need be none
 */
public record WovenSelection(List<Rule> rules, TrackedPackages tracked) {
  public WovenSelection {
    rules = List.copyOf(rules);
  }

  /** Rules alone. */
  public static WovenSelection of(List<Rule> rules) {
    return new WovenSelection(rules, TrackedPackages.NOTHING);
  }

  /** Whether class files of super types may have to be read. */
  boolean readsClassFiles() {
    boolean reads = !tracked.isNothing();
    for (Rule rule : rules) {
      reads |= rule.subtypes();
    }
    return reads;
  }
}
