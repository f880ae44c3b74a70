package io.ttalloc.agent.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.OptionProblem;
import io.ttalloc.agent.options.Options;
import io.ttalloc.testing.Variant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests that any argument and environment result in options within their bounds and in readable
 * problems.
 */
@Variant
class OptionsFuzzTest {
  private static final List<String> TOKENS =
      List.of(
          ",",
          "=",
          ",,",
          "==",
          " ",
          "\n",
          "\0",
          "%p",
          "help",
          "verbose",
          "rules=",
          "packs=",
          "dump=",
          "dir=",
          "capture=",
          "command=",
          "holders=",
          "track=",
          "labels=",
          "app=",
          "library=",
          "0xfffffffffffffffff",
          "stderr",
          ".json",
          ".html",
          "0",
          "-1",
          "99999999999",
          "\u0661",
          "true",
          "auto",
          "none",
          "sites",
          "\uD83D",
          "\u202e",
          "HOLDERS",
          "TT_ALLOC_");
  private static final List<String> ARGUMENTS =
      List.of(
          "",
          "rules=a.yaml,b.yaml,packs=p,q,dump=stderr,x-%p.json,dir=/d,"
              + "capture=none,command=full,app=com.acme.**,library=a.*,verbose,help",
          "dir=/d",
          "packs=a,verbose,b");
  private static final List<String> VARIABLES =
      List.of("TT_ALLOC_RULES", "TT_ALLOC_HOLDERS", "TT_ALLOC_DUMP", "PATH");
  private static final List<String> VALUES = List.of("a,b", "7", "auto", "x.txt,stderr", "1");

  int mutants() {
    return Mutator.FEW;
  }

  @Test
  void givesOptionsForEveryMutant() {
    Mutator mutator = new Mutator(20_240_301, TOKENS);
    int withProblems = 0;
    for (int i = 0; i < mutants(); i++) {
      String argument = mutator.mutate(mutator.pick(ARGUMENTS));
      Map<String, String> environment = new HashMap<>();
      while (mutator.chance(2)) {
        String name = mutator.pick(VARIABLES);
        environment.put(
            mutator.chance(2) ? name : mutator.mutate(name), mutator.mutate(mutator.pick(VALUES)));
      }
      withProblems += check(argument, environment) ? 1 : 0;
    }
    assertThat(withProblems).isBetween(mutants() / 20, mutants() - 1);
  }

  @Test
  void isQuickWithALongArgument() {
    for (String token : TOKENS) {
      check(token.repeat(131_072 / token.length()), Map.of("TT_ALLOC_RULES", token.repeat(10_000)));
    }
    StringBuilder names = new StringBuilder("packs=");
    for (int i = 0; names.length() < 131_072; i++) {
      names.append(i).append(',');
    }
    check(names.toString(), Map.of());
  }

  private static boolean check(String argument, Map<String, String> environment) {
    Options options;
    try {
      options = Options.parse(argument, environment);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("threw at: " + argument + " " + environment, e);
    }
    boolean inBounds =
        !options.output().dump().isEmpty()
            && !(options.choice().rules().isEmpty()
                && options.choice().packs().isEmpty()
                && options.choice().track().isNothing());
    assertThat(inBounds).as(argument).isTrue();
    assertThat(options.problems().size()).isLessThanOrEqualTo(21);
    for (OptionProblem problem : options.problems()) {
      String line = problem.line();
      if (line.isBlank() || line.length() > 1_000 || line.chars().anyMatch(c -> c < ' ')) {
        assertThat(line).as(argument).isEqualTo("a line of its own");
      }
    }
    return !options.problems().isEmpty();
  }
}
