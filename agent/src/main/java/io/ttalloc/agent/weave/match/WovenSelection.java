package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.rules.Rule;
import java.util.List;

/**
 * The rules to weave. Immutable.
 *
 * @param rules the rules that were selected
 * @param own the rules among them that come from the user's files
 * @param tracked classes that are woven without a rule
 */
public record WovenSelection(List<Rule> rules, List<Rule> own, TrackedPackages tracked) {
  public WovenSelection {
    rules = List.copyOf(rules);
    own = List.copyOf(own);
  }

  /** A selection of rules alone. */
  public static WovenSelection of(List<Rule> rules) {
    return new WovenSelection(rules, rules, TrackedPackages.NOTHING);
  }

  /** Whether class files of supertypes may have to be read. */
  public boolean readsClassFiles() {
    boolean reads = !tracked.isNothing();
    for (Rule rule : rules) {
      reads |= rule.subtypes();
    }
    return reads;
  }
}
