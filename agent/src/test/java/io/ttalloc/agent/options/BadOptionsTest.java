package io.ttalloc.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an invalid option is reported in one line and replaced by its default. */
class BadOptionsTest {
  private static final String KEYS =
      Stream.of(Option.values()).map(option -> option.key).collect(Collectors.joining(", "));

  /** Each row: an argument and its only message; all defaults apply. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "pakcs=x | agent argument 'pakcs=x': unknown option 'pakcs', expected one of {keys} (did you mean"
            + " 'packs'?); it is ignored",
        "=x | agent argument '=x': unknown option '', expected one of {keys}; it is ignored",
        "pakcs=x,y | agent argument 'pakcs=x': unknown option 'pakcs', expected one of {keys} (did you mean"
            + " 'packs'?); it is ignored",
        "packs=auto,dir | agent argument 'dir': expected dir=FOLDER; it is ignored",
        "hlep | agent argument 'hlep': expected KEY=VALUE, help or verbose (did you mean 'help'?);"
            + " it is ignored",
        "capture=full,1GiB | agent argument '1GiB': 'capture' takes one value, expected KEY=VALUE, help or"
            + " verbose; it is ignored",
        "holders=yes | agent argument 'holders=yes': expected auto, true or false; the default"
            + " (auto) applies",
        "capture=all | agent argument 'capture=all': expected full or none; the default (full)"
            + " applies",
        "command=all | agent argument 'command=all': expected main or full; the default (main)"
            + " applies",
        "verbose=maybe | agent argument 'verbose=maybe': expected true or false; the default"
            + " (false) applies",
        "dir= | agent argument 'dir=': expected a folder; the default (tt-alloc-USER in shared"
            + " memory or /tmp) applies",
        "rules= | agent argument 'rules=': expected names of rule files; it is ignored",
        "track=com.acme. | agent argument 'track=com.acme.': expected a binary class name"
            + " (com.acme.Pool, com.acme.Pool$Entry), com.acme.* for a package or com.acme.** for a"
            + " package and everything below it; it is ignored",
        "exclude=* | agent argument 'exclude=*': expected a binary class name (com.acme.Pool,"
            + " com.acme.Pool$Entry), com.acme.* for a package or com.acme.** for a package and"
            + " everything below it; it is ignored",
        "labels=false | agent argument 'labels=false': expected on or off; the default (on)"
            + " applies",
        "app=com..acme | agent argument 'app=com..acme': expected a binary class name"
            + " (com.acme.Pool, com.acme.Pool$Entry), com.acme.* for a package or com.acme.** for a"
            + " package and everything below it; it is ignored",
        "library=* | agent argument 'library=*': expected a binary class name (com.acme.Pool,"
            + " com.acme.Pool$Entry), com.acme.* for a package or com.acme.** for a package and"
            + " everything below it; it is ignored",
        "baseline= | agent argument 'baseline=': expected the name of a JSON report; the default"
            + " (none) applies",
        "older-than=soon | agent argument 'older-than=soon': expected a number and a unit (ms, s,"
            + " m, h, d or w), such as 500ms, 30s or 2h, from 1ms to 520w; the default (no limit)"
            + " applies",
        "older-than=0s | agent argument 'older-than=0s': expected a number and a unit (ms, s, m, h,"
            + " d or w), such as 500ms, 30s or 2h, from 1ms to 520w; the default (no limit)"
            + " applies",
        "older-than= | agent argument 'older-than=': expected a number and a unit (ms, s, m, h,"
            + " d or w), such as 500ms, 30s or 2h, from 1ms to 520w; the default (no limit)"
            + " applies",
      })
  void reportsABadArgumentInOneLineAndGoesOn(String argument, String line) {
    Options parsed = Options.parse(argument, Map.of());

    assertThat(lines(parsed)).containsExactly(line.replace("{keys}", KEYS));
    assertDefaultsApply(parsed);
  }

  private static List<String> lines(Options options) {
    return options.problems().stream().map(OptionProblem::line).toList();
  }

  private static void assertDefaultsApply(Options parsed) {
    assertThat(parsed)
        .usingRecursiveComparison()
        .ignoringFields("problems")
        .isEqualTo(OptionsTest.DEFAULTS);
  }

  /** Each row: an argument that may be meant as {@code fail-on}, and its only message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fail-on=leaks | agent argument 'fail-on=leaks': expected leak, own, undecided or never;"
            + " the run ends with exit status 24",
        "fail-on=leak,never | agent argument 'fail-on=never': expected leak, own, undecided or"
            + " never; the run ends with exit status 24",
        "fail-on=leak,undecide | agent argument 'fail-on=undecide': expected leak, own, undecided"
            + " or never; the run ends with exit status 24",
        "fail-on= | agent argument 'fail-on=': expected leak, own, undecided or never; the run"
            + " ends with exit status 24",
        "failon | agent argument 'failon': expected KEY=VALUE, help or verbose (did you mean"
            + " 'fail-on'?); the run ends with exit status 24",
      })
  void whatMayBeMeantAsFailOnIsNotTakenForNothing(String argument, String line) {
    assertNotUnderstood(Options.parse(argument, Map.of()), line);
  }

  private static void assertNotUnderstood(Options parsed, String line) {
    assertThat(lines(parsed)).containsExactly(line);
    Policy policy = parsed.policy();
    assertThat(policy.failOn()).isEqualTo(Policy.FailOn.NOT_UNDERSTOOD);
    assertThat(policy.leakStatus()).isEqualTo(24);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail-on", "packs=tt-runtime,fail-on"})
  void soIsAKeyWithoutAValue(String argument) {
    assertNotUnderstood(
        Options.parse(argument, Map.of()),
        "agent argument 'fail-on': expected fail-on=leak|own|undecided|never,...; the run ends"
            + " with exit status 24");
  }

  @Test
  void aMisspeltFailOnCountsAsWell() {
    assertNotUnderstood(
        Options.parse("failon=leak", Map.of()),
        "agent argument 'failon=leak': unknown option 'failon', expected one of "
            + KEYS
            + " (did you mean 'fail-on'?); the run ends with exit status 24");
    assertNotUnderstood(
        Options.parse(null, Map.of("TT_ALLOC_FAIL_ON", "growth")),
        "environment variable TT_ALLOC_FAIL_ON='growth': expected leak, own, undecided or never; the run ends"
            + " with exit status 24");
    Options variable = Options.parse(null, Map.of("TT_ALLOC_FAILON", "leak"));
    assertNotUnderstood(variable, lines(variable).get(0));
    assertThat(lines(variable).get(0))
        .startsWith("environment variable TT_ALLOC_FAILON: unknown, expected one of ")
        .endsWith(" (did you mean 'TT_ALLOC_FAIL_ON'?); the run ends with exit status 24");
  }

  @Test
  void reportsBadVariablesByNameInOrder() {
    Options parsed =
        Options.parse(
            null,
            Map.of(
                "TT_ALLOC_HOLDERS", "many",
                "TT_ALLOC_RULEZ", "a secret",
                "TT_ALLOC_TRACKING_ENABLE", "1"));

    String known =
        Stream.of(Option.values()).map(option -> option.variable).collect(Collectors.joining(", "))
            + ", TT_ALLOC_TRACKING_ENABLED, TT_ALLOC_TEST_JDKS";
    assertThat(lines(parsed))
        .containsExactly(
            "environment variable TT_ALLOC_RULEZ: unknown, expected one of "
                + known
                + " (did you mean 'TT_ALLOC_RULES'?); it is ignored",
            "environment variable TT_ALLOC_TRACKING_ENABLE: unknown, expected one of "
                + known
                + " (did you mean 'TT_ALLOC_TRACKING_ENABLED'?); it is ignored",
            "environment variable TT_ALLOC_HOLDERS='many': expected auto, true or false; the default"
                + " (auto) applies");
    assertDefaultsApply(parsed);
  }

  @Test
  void takesTheLastOfTwoAndSaysSo() {
    Options parsed = Options.parse("dir=/c,dir=/d", Map.of());

    assertThat(parsed.output().dir()).isEqualTo("/d");
    assertThat(lines(parsed))
        .containsExactly(
            "agent argument 'dir=/d': 'dir' is given more than once; the last value applies");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdout", "x.doc"})
  void namesTheSuffixOfEachFormat(String dump) {
    assertThat(lines(Options.parse("dump=" + dump, Map.of())))
        .containsExactly(
            "agent argument 'dump=%s': expected stderr or the name of a file that ends in one of %s; it is ignored"
                .formatted(dump, Option.SUFFIXES));
  }

  @Test
  void keepsTheGoodPartOfAList() {
    Options parsed = Options.parse("dump=a.txt,b.doc,c.json", Map.of());

    assertThat(parsed.output().dump()).containsExactly("a.txt", "c.json");
    assertThat(parsed.problems()).hasSize(1);
  }

  @Test
  void reportsAtMostTwentyProblemsAndCountsTheOthers() {
    List<String> problems = lines(Options.parse("x=1,".repeat(50), Map.of()));

    assertThat(problems).hasSize(21);
    assertThat(problems.get(20)).isEqualTo("further problems with options: 30");
  }
}
