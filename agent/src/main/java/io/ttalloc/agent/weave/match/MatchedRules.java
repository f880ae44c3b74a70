package io.ttalloc.agent.weave.match;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import java.util.List;

/**
 * Knows the rules that no class has matched, and the classes that matched a rule but could not be
 * woven. Thread-safe.
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
   * At the end of the process: completes {@link #notWoven} by the classes that were loaded while
   * the agent wove others, and could not be woven any more.
   */
  void giveUpUnseen();

  /** Keeps what was woven for later processes, the classes that only an exit loads included. */
  void saveWoven();

  /** The classes that are to be tracked without a rule, as far as none was. */
  List<ClassPattern> untracked();

  /** The largest number of classes that are remembered. */
  int MAX_CLASSES = 1_000;
}
