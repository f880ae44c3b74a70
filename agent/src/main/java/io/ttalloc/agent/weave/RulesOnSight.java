package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.List;

/** Rules that apply once a class is there by which they are known. Thread-safe. */
public interface RulesOnSight {
  /** There are none. */
  RulesOnSight NONE =
      new RulesOnSight() {
        @Override
        public List<Rule> seen(String name) {
          return List.of();
        }
      };

  /**
   * A class is loaded. Called inside class loading, for every class: it must be quick, and must not
   * throw.
   *
   * @param name its internal or binary name
   * @return the rules that apply from now on; each is returned once
   */
  List<Rule> seen(String name);
}
