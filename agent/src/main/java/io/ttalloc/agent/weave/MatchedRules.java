package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.List;

/** Tells which rules have met a class, and which classes met a rule in vain. Thread-safe. */
public interface MatchedRules {
  /** The rules that name no class that was loaded until now. */
  List<Rule> unmatched();

  /**
   * The classes that were loaded until now, that a rule names and in which nothing could be woven,
   * in order. At most {@link #MOST_CLASSES}.
   */
  List<String> notWoven();

  /** How many classes are remembered. */
  int MOST_CLASSES = 1_000;
}
