package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Tracked;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every line begins with file, line and column. */
class BadRulesIT {

  private static final String THING = "io.ttalloc.it.input.RunsOn$Thing";

  @TempDir private Path folder;

  @EveryJdk
  void anUnknownClauseCostsItsRule(Jdk jdk) throws Exception {
    Tracked tracked =
        Tracked.in(folder).rules(RunsOn.RULES + "  - class: com.acme.Other\n    clsoe: [close]\n");

    List<String> lines = RunsOn.errorLines(tracked.on(jdk));

    assertThat(lines).hasSize(2).last().isEqualTo(RunsOn.CLEAN);
    assertThat(lines.get(0))
        .startsWith(
            "tt-alloc: %s:9:5: unknown clause 'clsoe', expected one of class, subtypes, type, open,"
                .formatted(tracked.ruleFile()))
        .endsWith(" (did you mean 'close'?); this rule is dropped");
  }

  @EveryJdk
  void aMethodThatTheClassDoesNotHaveCostsItsClause(Jdk jdk) throws Exception {
    Tracked tracked =
        Tracked.in(folder).rules(RunsOn.RULES.replace("[close]", "[close, shutDown]"));

    assertThat(RunsOn.errorLines(tracked.on(jdk)))
        .containsExactly(
            "tt-alloc: %s:6:20: %s has no method 'shutDown', expected one of <init>, close, size; the"
                    .formatted(tracked.ruleFile(), THING)
                + " rest of the rule applies",
            RunsOn.CLEAN);
  }

  @EveryJdk
  void aMemberThatTheClassDoesNotHaveCostsTheClass(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RunsOn.RULES.replace("size()", "sizes()"));

    List<String> lines = RunsOn.errorLines(tracked.on(jdk));
    assertThat(lines)
        .endsWith(
            "tt-alloc: clean as far as was seen. 0 opened, 0 closed, Active allocations: 0",
            "confidence LOW: a class that a rule names could not be woven");
    assertThat(lines)
        .first()
        .isEqualTo(
            "tt-alloc: %s:7:12: 'sizes()' does not fit, expected a no-argument method 'sizes()' of %s"
                    .formatted(tracked.ruleFile(), THING)
                + " that is visible there; "
                + THING
                + " is not tracked");
  }

  @EveryJdk
  void aClassThatTheAgentStandsOnCostsItsRule(Jdk jdk) throws Exception {
    Tracked tracked =
        Tracked.in(folder)
            .rules(
                RunsOn.RULES
                    + "  - {class: java.lang.Object, type: any, open: [<init>]}\n"
                    + "  - {class: java.util.HashMap, type: map, open: [<init>]}\n");

    assertThat(RunsOn.errorLines(tracked.on(jdk)))
        .containsExactly(
            "tt-alloc: %s:8:13: 'java.lang.Object' is what the agent itself stands on, expected another class; this rule is left out"
                .formatted(tracked.ruleFile()),
            "tt-alloc: %s:9:13: 'java.util.HashMap' is what the agent itself stands on, expected another class; this rule is left out"
                .formatted(tracked.ruleFile()),
            RunsOn.CLEAN);
  }

  @Test
  void aRuleWhoseClassIsNowhereIsSaidToHaveTrackedNothing() throws Exception {
    Tracked tracked =
        Tracked.in(folder)
            .rules(
                RunsOn.RULES
                    + "  - {class: com.acme.Con, type: connection, open: [<init>]}\n"
                    + "  - {class: java.util.zip.ZipFile, type: zip, open: [<init>]}\n");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .contains(
            RunsOn.CLEAN,
            "tt-alloc: %s:8:13: no class 'com.acme.Con' was loaded and none is on the class path, expected the name of a class as Class.getName() gives it; this rule tracked nothing"
                .formatted(tracked.ruleFile()))
        .noneMatch(line -> line.contains("ZipFile"));
  }

  @Test
  void aValueThatIsNoneCostsItsRule() throws Exception {
    Tracked tracked =
        Tracked.in(folder).rules(RunsOn.RULES + "  - class: com.acme.Pool\n    holder: yes\n");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: %s:9:13: 'yes' for 'holder', expected true or false; this rule is dropped"
                .formatted(tracked.ruleFile()),
            RunsOn.CLEAN);
  }

  @Test
  void textThatIsNotYamlCostsTheFile() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "rules:\n  - class: [open\n");
    Tracked tracked = Tracked.in(folder).rules(RunsOn.RULES).option("rules=" + broken);

    List<String> lines = RunsOn.errorLines(tracked.on(Jdks.ofThisBuild()));

    assertThat(lines).hasSize(2).last().isEqualTo(RunsOn.CLEAN);
    assertThat(lines.get(0))
        .startsWith("tt-alloc: %s:3:1: text that is not YAML (".formatted(broken))
        .endsWith("), expected YAML; the file is ignored");
  }

  @Test
  void aMissingFileIsOneLineAndTheOthersApply() throws Exception {
    Path missing = folder.resolve("missing.yaml");
    Tracked tracked = Tracked.in(folder).rules(RunsOn.RULES).option("rules=" + missing);

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: %s: no file (%s), expected a readable rule file; the file is ignored"
                .formatted(missing, missing),
            RunsOn.CLEAN);
  }

  @Test
  void whenNoRuleIsLeftTheLastLineSaysWhichWereAskedFor() throws Exception {
    Path missing = folder.resolve("missing.yaml");
    Tracked tracked = Tracked.in(folder).option("rules=" + missing);

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .hasSize(2)
        .last()
        .isEqualTo(
            "tt-alloc: nothing was tracked: no class was loaded that a rule names (rules=%s)"
                .formatted(missing));
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }
}
