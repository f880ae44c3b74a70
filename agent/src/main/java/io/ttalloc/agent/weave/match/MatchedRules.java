package io.ttalloc.agent.weave.match;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import java.util.List;

/**
 * Provides the rules that no class has matched, and the classes that matched a rule but could not
 * be woven. Thread-safe.
 */
public interface MatchedRules {
  /** The rules that no class has matched so far. */
  List<Rule> unmatched();

  /**
   * The names of classes that matched a rule and in which nothing could be woven, sorted. At most
   * {@link #MAX_CLASSES}.
   */
  List<String> notWoven();

  /**
   * At the end of the process: adds to {@link #notWoven} the classes that were loaded while the
   * agent was weaving others, and that could not be woven any more.
   */
  void giveUpUnseen();

  /** Saves, for later processes, what was woven, including classes that are loaded only at exit. */
  void saveWoven();

  /** The patterns in {@code track} that no tracked class has matched. */
  List<ClassPattern> untracked();

  /** The maximum number of classes that are remembered. */
  int MAX_CLASSES = 1_000;
}
