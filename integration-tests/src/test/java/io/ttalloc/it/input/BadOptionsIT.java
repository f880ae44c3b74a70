package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadOptionsIT {

  @TempDir private Path folder;

  @OneJdk
  void anUnknownOptionIsOneLineAndTheRestApplies(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES).option("kepe=3");

    assertThat(RunsOn.errorLines(tracked.on(jdk)))
        .containsExactly(
            "tt-alloc: agent argument 'kepe=3': unknown option 'kepe', expected one of rules, packs,"
                + " track, exclude, dump, dir, keep, gc-at-exit, holders, exit-limit, capture, command, labels, history, suppress, baseline, fail-on,"
                + " exit-code, trace, app, library, older-than, inject, jmx, verbose, help"
                + " (did you mean 'keep'?); it is ignored",
            RunsOn.CLEAN);
    assertThat(tracked.json().total("opened")).isEqualTo(1);
  }

  @Test
  void aBadValueIsOneLineAndTheDefaultApplies() throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(RunsOn.RULES)
            .option("keep=many")
            .option("gc-at-exit=maybe")
            .option("exit-limit=0")
            .option("capture=some")
            .option("history=7");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: agent argument 'keep=many': expected a number from 1 to 10000; default 20 applies",
            "tt-alloc: agent argument 'gc-at-exit=maybe': expected auto, true or false; default auto applies",
            "tt-alloc: agent argument 'exit-limit=0': expected a number from 1 to 3600; default 60 applies",
            "tt-alloc: agent argument 'capture=some': expected full or none; default full applies",
            "tt-alloc: agent argument 'history=7': expected a number from 1024 to 65536; default 65536 applies",
            RunsOn.CLEAN);
  }

  @Test
  void anUnknownVariableIsOneLineToo() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES);

    assertThat(
            RunsOn.errorLines(
                tracked.on(Jdks.ofThisBuild()).environment("TT_ALLOC_HISTROY", "9000")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "tt-alloc: variable TT_ALLOC_HISTROY: unknown, expected one of TT_ALLOC_RULES, ")
        .endsWith(" (did you mean 'TT_ALLOC_HISTORY'?); it is ignored");
  }

  @Test
  void aPackThatIsNotThereIsOneLine() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES).option("packs=jdk-file");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: packs: there is no pack 'jdk-file', expected one of %s, auto (did you mean 'jdk-files'?); it is ignored"
                .formatted(String.join(", ", Repository.packs())),
            RunsOn.NOT_JUDGED,
            RunsOn.RULES_LEFT_OUT);
  }

  @Test
  void aDumpThatCannotBeWrittenIsOneLineAndTheOthersAreWritten() throws Exception {
    Path nowhere = folder.resolve("missing/x.json");
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES).option("dump=" + nowhere);

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            RunsOn.CLEAN,
            "tt-alloc: the dump could not be written to %s (its folder does not exist), expected a file or a pipe of your own, or a name that does not exist yet"
                .formatted(nowhere));
    assertThat(tracked.json().total("opened")).isEqualTo(1);
  }

  @OneJdk
  void anAgentThatIsNamedTwiceIsThereOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES);

    List<String> lines =
        RunsOn.errorLines(
            tracked
                .on(jdk)
                .jvmFlagsBehindAgent("-javaagent:" + Repository.agentJar() + "=verbose"));

    assertThat(lines)
        .containsExactly(
            "tt-alloc: the agent is loaded already, expected it once; the second one (verbose) is ignored",
            RunsOn.CLEAN);
  }

  @Test
  void whenNothingMatchedTheLastLineSaysSo() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: nothing was tracked: no class was loaded that a rule names (packs=tt-runtime); packs=auto tracks files, sockets, executors and known libraries");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }
}
