package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Contradictions;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules from the user's files, without those that cannot be used or that contradict a rule of
 * an earlier file. Not thread-safe.
 */
final class FileRules {
  private final Options options;
  private final Contradictions contradictions = new Contradictions();
  private final List<Rule> rules = new ArrayList<>();
  private final List<ClassPattern> library = new ArrayList<>();

  FileRules(Options options) {
    this.options = options;
  }

  /**
   * Reads another file and reports its problems.
   *
   * @return whether the file has no problems
   */
  boolean add(Path file) throws IOException {
    RuleFile read = RuleFile.read(file);
    List<Problem> problems = new ArrayList<>(read.problems());
    if (read instanceof RuleFile.Accepted accepted) {
      library.addAll(accepted.pack().library());
      for (Rule rule : ChosenRules.wanted(accepted.pack(), options)) {
        add(rule, problems);
      }
    }
    for (Problem problem : problems) {
      Console.mistake(problem.what(), problem.consequence());
    }
    return problems.isEmpty();
  }

  private void add(Rule rule, List<Problem> problems) {
    if (NeverWoven.contains(rule)) {
      problems.add(NeverWoven.problem(rule));
      return;
    }
    Contradictions.Found found = contradictions.in(rule);
    if (found == null) {
      rules.add(rule);
    } else {
      problems.add(
          new Problem(found.position(), found.found(), found.expected(), Rule.CONSEQUENCE));
    }
  }

  /** The rules, in the order of the files. */
  List<Rule> rules() {
    return rules;
  }

  /** Classes that the files declare not to be the user's own code. */
  List<ClassPattern> library() {
    return library;
  }
}
