package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.List;

/** Tells which rules have met a class. Thread-safe. */
public interface MatchedRules {
  /** The rules that name no class that was loaded until now. */
  List<Rule> unmatched();
}
