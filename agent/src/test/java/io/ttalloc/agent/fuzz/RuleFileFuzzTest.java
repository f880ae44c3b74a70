package io.ttalloc.agent.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.testing.Variant;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that reading any text quickly returns rules or problems, and never throws an exception. */
@Variant
class RuleFileFuzzTest {
  private static final List<String> TOKENS =
      List.of(
          "\t",
          "\n",
          "\r",
          "  ",
          ": ",
          "- ",
          "? ",
          "[",
          "]",
          "{",
          "}",
          ",",
          "&a ",
          "*a",
          "!!map ",
          "!x",
          "|\n",
          ">\n",
          "'",
          "\"",
          "#",
          "%YAML 9.9\n",
          "---\n",
          "...\n",
          "<<: ",
          "~",
          "null",
          "true",
          "0x",
          "$",
          "$0",
          "$255",
          "=",
          "()",
          "result",
          "this",
          "<init>",
          ".**",
          "\\u0000",
          "\0",
          "\uFEFF",
          "\u0085",
          "\u2028",
          "\uD83D",
          "\uD83D\uDE80",
          "99999999999999999999",
          "class: a.B",
          "open: ",
          "statistics: ",
          "hold: ",
          "sites: ",
          "retain: ",
          "when: lib < ",
          "{method: f, resource: ",
          "policy: {LOST: ",
          "\"\\U00110000\"",
          "\"\\xZZ\"");

  int mutants() {
    return Mutator.FEW;
  }

  /**
   * The size of a large file. It is below the maximum accepted size, since reading a file of the
   * maximum size takes 10 s.
   */
  int largeBytes() {
    return YamlFile.MAX_BYTES / 8;
  }

  @Test
  void givesRulesOrProblemsForEveryMutant() throws IOException {
    String head = "schema: tt-alloc-rules/1\nrules:\n- class: a.B\n";
    String others =
        """
          subtypes: true
          exclude: a.c.**
          when: jdk >= 9
          type: t
          open: [{method: f, resource: result}]
          close: [{method: g, resource: $0.a}]
        """;
    // A long file is more likely to survive a mutation, so most mutants come from the longest one.
    List<String> seeds = List.of(resource(), resource(), resource(), head, head + others.indent(2));
    Mutator mutator = new Mutator(20_240_229, TOKENS);
    int accepted = 0;
    int dropped = 0;
    int rejected = 0;
    for (int i = 0; i < mutants(); i++) {
      String mutant = mutator.mutate(mutator.pick(seeds));
      RuleFile result = parse(mutant);
      check(mutant, result);
      if (result instanceof RuleFile.Rejected) {
        rejected++;
      } else if (result.problems().isEmpty()) {
        accepted++;
      } else {
        dropped++;
      }
    }
    // If all mutants had the same result, this would test little.
    assertThat(List.of(accepted, dropped, rejected))
        .allSatisfy(count -> assertThat(count).isGreaterThan(mutants() / 60));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "{",
        "- ",
        "? ",
        "a: ",
        "'",
        "\"",
        "|\n ",
        "&a ",
        "*a ",
        "!",
        "%",
        "#",
        "\t",
        "\n",
        " ",
        "x",
        "x\n",
        "- x\n",
        "x: y\n",
        "[a,",
        "{a: b},",
        "---\n",
        "\\",
        "\u2028",
        "-",
        ":",
        "\uD83D\uDE80",
        "!!!",
        "? - "
      })
  void isQuickWithALotOfTheSame(String token) {
    String large = token.repeat(largeBytes() / token.length());

    check(token, parse(large));
    check(
        token,
        parse("schema: tt-alloc-rules/1\nrules:\n".concat(large).substring(0, largeBytes())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {class: a.B, opne: c}\n",
        "- class: a.B\n  close: [a, b, c]\n",
        "- {class: a.B, hold: [{method: a}, {method: b}, c]}\n"
      })
  void isQuickWithALotOfRules(String rule) {
    String head = "schema: tt-alloc-rules/1\nrules:\n";
    String large = head + rule.repeat((largeBytes() - head.length()) / rule.length());

    RuleFile result = parse(large);

    check(rule, result);
    assertThat(result).isInstanceOf(RuleFile.Accepted.class);
  }

  @Test
  void isQuickWithALotOfClauses() {
    StringBuilder clauses = new StringBuilder("schema: tt-alloc-rules/1\nrules:\n- class: a.B\n");
    StringBuilder sites = new StringBuilder(clauses).append("  sites:\n");
    for (int i = 0; sites.length() < largeBytes() - 100; i++) {
      clauses.append("  c").append(i).append(": x\n");
      sites.append("    c").append(i).append(": x\n");
    }

    check("clauses", parse(clauses.toString()));
    RuleFile manySites = parse(sites.toString());
    assertThat(Clauses.sitesOf(((RuleFile.Accepted) manySites).pack().rules().get(0)))
        .hasSizeGreaterThan(largeBytes() / 20);
  }

  private static RuleFile parse(String text) {
    try {
      return RuleFile.of(YamlFile.parse("fuzz.yaml", text, RuleFile.KIND));
    } catch (RuntimeException | Error e) {
      throw new AssertionError("threw at: " + text.substring(0, Math.min(2_000, text.length())), e);
    }
  }

  private static void check(String input, RuleFile result) {
    if (result instanceof RuleFile.Rejected) {
      assertThat(result.problems()).as(input).isNotEmpty();
    }
    for (Problem problem : result.problems()) {
      String line = problem.line();
      if (!line.startsWith("fuzz.yaml:") || line.chars().anyMatch(c -> c < ' ') || isLong(line)) {
        assertThat(line).as(input).isEqualTo("a line of its own");
      }
    }
  }

  private static boolean isLong(String line) {
    return line.length() > 1_000;
  }

  private static String resource() throws IOException {
    return Files.readString(Path.of("../rules/src/test/resources/rules/every-clause.yaml"));
  }
}
