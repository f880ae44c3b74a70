package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadOptionsIT {

  /** A rule for a class that is never loaded. */
  private static final String NO_CLASS =
      """
        - class: com.acme.Nowhere
          type: thing
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void eachMistakeIsOneLineAndTheRestApplies(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(RunsOn.RULES)
            .option("hodlers=3")
            .option("holders=7")
            .option("capture=some")
            .option("packs=jdk-file");

    List<String> lines = RunsOn.errorLines(tracked.on(jdk).environment("TT_ALLOC_HODLERS", "true"));

    assertThat(lines)
        .filteredOn(line -> !line.startsWith("tt-alloc: environment variable TT_ALLOC_HODLERS: "))
        .containsExactly(
            "tt-alloc: agent argument 'hodlers=3': unknown option 'hodlers', expected one of %s (did you mean 'holders'?); it is ignored"
                .formatted(keys()),
            "tt-alloc: agent argument 'holders=7': expected auto, true or false; the default (auto)"
                + " applies",
            "tt-alloc: agent argument 'capture=some': expected full or none; the default (full)"
                + " applies",
            "tt-alloc: packs: unknown pack 'jdk-file', expected one of %s, auto (did you mean 'jdk-files'?); it is ignored"
                .formatted(String.join(", ", Repository.packs())),
            RunsOn.NOT_JUDGED,
            RunsOn.INPUT_LEFT_OUT);
    assertThat(lines)
        .hasSize(7)
        .first()
        .asString()
        .startsWith(
            "tt-alloc: environment variable TT_ALLOC_HODLERS: unknown, expected one of TT_ALLOC_RULES, ")
        .endsWith(" (did you mean 'TT_ALLOC_HOLDERS'?); it is ignored");
    assertThat(tracked.json().total("opened")).isEqualTo(1);
  }

  /** The options that the help text lists. */
  private static String keys() {
    return Pattern.compile("(?m)^  ([a-z-]+).*  \\(TT_ALLOC_")
        .matcher(Options.helpText())
        .results()
        .map(option -> option.group(1))
        .collect(Collectors.joining(", "));
  }

  /** If tracking did not follow the user's settings, it is unknown whether the run leaks. */
  @Variant
  @Test
  void aMistakeInOptionsKeepsARunFromPassing() throws Exception {
    Path tracking = TrackedRun.in(folder).rules(RunsOn.RULES).ruleFile();
    Path trackingNothing = TrackedRun.in(folder).rules(NO_CLASS).ruleFile();
    String forLeaks = ", exit status 24 (fail-on=leak)";
    String forThat = ", exit status 24 because the value of fail-on is invalid";

    assertDoesNotPass("holders=many,fail-on=leak", "", tracking, forLeaks);
    assertDoesNotPass("verbos", "leak", tracking, forLeaks);
    assertDoesNotPass("fail-on=leek", "", tracking, forThat);
    assertDoesNotPass("fail-on=leek", "", trackingNothing, forThat);
  }

  private void assertDoesNotPass(String options, String variable, Path rules, String status)
      throws Exception {
    TestJvm jvm =
        TestJvm.on(Jdks.ofThisBuild())
            .environment("TT_ALLOC_FAIL_ON", variable)
            .environment("TT_ALLOC_DIR", folder.resolve("ledgers").toString())
            .agentOptions(options + ",rules=" + rules);

    List<String> lines = RunsOn.errorLines(jvm, 24);

    assertThat(lines).as(options).filteredOn(line -> line.contains("agent argument")).hasSize(1);
    assertThat(String.join("\n", lines))
        .as(options)
        .contains("tt-alloc: no judgement: some options or rules ")
        .contains(status);
  }

  @Variant
  @OneJdk
  void aDumpThatCannotBeWrittenIsOneLineAndAnAgentThatIsNamedTwiceIsThereOnce(Jdk jdk)
      throws Exception {
    Path nowhere = folder.resolve("missing/x.json");
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES).option("dump=" + nowhere);

    List<String> lines =
        RunsOn.errorLines(
            tracked
                .on(jdk)
                .jvmFlagsBehindAgent("-javaagent:" + Repository.agentJar() + "=verbose"));

    assertThat(lines)
        .containsExactly(
            "tt-alloc: the agent is already loaded; the request to load it again (verbose) is ignored",
            RunsOn.CLEAN,
            "tt-alloc: the dump could not be written to %s (its folder does not exist), expected a file or pipe of your own, or a new file in an existing folder"
                .formatted(nowhere));
    assertThat(tracked.json().total("opened")).isEqualTo(1);
  }

  @Test
  void whenNothingMatchedTheLastLineSaysSo() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=tt-runtime");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: nothing was tracked: no loaded class is named by a rule (packs=tt-runtime)");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }
}
