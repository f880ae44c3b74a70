package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.agent.rules.packs.CompiledPacks;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.yaml.Position;
import io.ttalloc.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rules that the options ask for, and the agent's own for marks. */
final class ChosenRules {
  private ChosenRules() {}

  static List<Rule> of(Options options) throws IOException {
    List<Rule> rules = new ArrayList<>();
    rules.add(marks());
    for (String name : options.packs()) {
      RulePack pack = CompiledPacks.load(name);
      if (pack != null) {
        rules.addAll(pack.rules());
      } else {
        Console.line(
            "packs: there is no pack '"
                + name
                + "', expected one of "
                + String.join(", ", CompiledPacks.names())
                + "; it is left out");
      }
    }
    for (String file : options.rules()) {
      RuleFile read = RuleFile.read(Path.of(file));
      for (Problem problem : read.problems()) {
        Console.line(problem.toString());
      }
      if (read instanceof RuleFile.Accepted accepted) {
        rules.addAll(accepted.pack().rules());
      }
    }
    return rules;
  }

  /** {@code TtAlloc.mark(name)} does nothing by itself: this is what it does. */
  private static Rule marks() {
    Position here = Position.wholeFile("(built in)");
    return new Rule(
        new ClassPattern("io.ttalloc.api.TtAlloc", ClassPattern.Kind.CLASS),
        false,
        null,
        List.of(),
        List.of(),
        true,
        List.of(),
        List.of(),
        Rule.Attributes.NONE,
        false,
        List.of(),
        false,
        null,
        List.of(),
        List.of(),
        List.of(),
        List.of(
            new Rule.Cycle(
                new MethodPattern("mark", null, here),
                new Value.Path(Value.Root.PARAMETER, 0, List.of(), here))),
        null,
        Map.of(),
        here);
  }
}
