package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;

/**
 * Reports patterns of {@code track} that tracked nothing, and rules in the user's files whose class
 * does not exist, since a name may be misspelt. A rule is not reported if its class is on the class
 * path but was not loaded in this run.
 */
final class UnmatchedRules {
  /** The maximum number of rules to report; the limit for problems in a rule file is the same. */
  private static final int MAX_WARNINGS = 50;

  private UnmatchedRules() {}

  static void report(MatchedRules rules, Options options) {
    for (ClassPattern classes : rules.untracked()) {
      Console.line(
          "track="
              + classes
              + " tracked nothing: no loaded class that matches it is AutoCloseable and holds a"
              + " resource");
    }
    int warnings = 0;
    for (Rule rule : rules.unmatched()) {
      String name = rule.classes().name();
      boolean missing =
          rule.classes().kind() == ClassPattern.Kind.CLASS
              && options.choice().rules().contains(rule.position().file())
              && ClassLoader.getSystemResource(name.replace('.', '/') + ".class") == null;
      if (missing && ++warnings > MAX_WARNINGS) {
        Console.line("further rules name classes that were not found; these rules tracked nothing");
        return;
      }
      if (missing) {
        Console.line(
            rule.position()
                + ": class '"
                + name
                + "' was not loaded and is not on the class path, expected a class name"
                + " as returned by Class.getName(); this rule tracked nothing");
      }
    }
  }
}
