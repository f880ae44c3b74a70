package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.Rule;
import java.util.List;

/** Rules that apply once a class is there by which they are known. Thread-safe. */
public interface RulesOnSight {
  /** Has rules applied. */
  interface Sink {
    /** These apply from now on. */
    void add(List<Rule> rules);
  }

  /** There are none. */
  RulesOnSight NONE =
      new RulesOnSight() {
        @Override
        public boolean waitsFor(String name) {
          return false;
        }

        @Override
        public boolean seen(String name, Sink sink) {
          return false;
        }
      };

  /**
   * Whether a class is one by which rules are known that do not apply yet. Called inside class
   * loading, for every class: it must be quick, and must not throw.
   *
   * @param name its internal name
   */
  boolean waitsFor(String name);

  /**
   * A class is loaded for which this waits. Called inside class loading by one thread at a time,
   * and must not throw. What it opens must not be recorded.
   *
   * @param name its internal name
   * @param sink gets the rules that apply from now on, each once; what they are known by is waited
   *     for until it has returned
   * @return whether there are such rules
   */
  boolean seen(String name, Sink sink);
}
