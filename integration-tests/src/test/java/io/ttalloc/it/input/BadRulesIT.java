package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests messages about rules. Each begins with file, line and column. */
class BadRulesIT {

  private static final String THING = "io.ttalloc.it.input.RunsOn$Thing";

  @TempDir private Path folder;

  @OneJdk
  void eachMistakeIsOneLineTheOtherRulesApplyAndTheRunDoesNotPass(Jdk jdk) throws Exception {
    Path missing = folder.resolve("missing.yaml");
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "rules:\n  - class: [open\n");
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                RunsOn.RULES
                    + "  - class: com.acme.Other\n    clsoe: [close]\n"
                    + "  - class: com.acme.Pool\n    holder: yes\n"
                    + "  - {class: java.lang.Object, type: any, open: [<init>]}\n"
                    + "  - {class: java.util.HashMap, type: map, open: [<init>]}\n")
            .option("rules=" + missing)
            .option("rules=" + broken)
            .option("fail-on=leak");

    List<String> lines = RunsOn.errorLines(tracked.on(jdk), 24);

    assertThat(lines)
        .hasSize(9)
        .endsWith(
            RunsOn.NOT_JUDGED,
            RunsOn.INPUT_LEFT_OUT,
            "tt-alloc: no judgement: some options or rules were ignored, exit status 24 (fail-on=leak); the report is in "
                + tracked.jsonFile());
    assertThat(lines.get(0))
        .startsWith(
            "tt-alloc: %s:9:5: unknown clause 'clsoe', expected one of class, subtypes, exclude, "
                .formatted(tracked.ruleFile()))
        .endsWith(" (did you mean 'close'?); this rule is ignored");
    assertThat(lines.subList(1, 5))
        .containsExactly(
            "tt-alloc: %s:11:13: 'yes' for 'holder', expected true, false or by-path; this rule is ignored"
                .formatted(tracked.ruleFile()),
            "tt-alloc: %s:12:13: 'java.lang.Object' is used by the agent and can never be woven, expected a class that docs/rules.md does not list under 'What can never be tracked'; this rule is ignored"
                .formatted(tracked.ruleFile()),
            "tt-alloc: %s:13:13: 'java.util.HashMap' is used by the agent and can never be woven, expected a class that docs/rules.md does not list under 'What can never be tracked'; this rule is ignored"
                .formatted(tracked.ruleFile()),
            "tt-alloc: %s: no such file (%s), expected a readable rule file; the file is ignored"
                .formatted(missing, missing));
    assertThat(lines.get(5))
        .startsWith("tt-alloc: %s:3:1: text that is not YAML (".formatted(broken))
        .endsWith("), expected YAML; the file is ignored");
  }

  @OneJdk
  void aMethodAndAClassThatAreNotThereCostNothingElse(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                RunsOn.RULES.replace("[close]", "[close, shutDown]")
                    + "  - {class: com.acme.Con, type: connection, open: [<init>]}\n"
                    + "  - {class: java.util.zip.ZipFile, type: zip, open: [<init>]}\n");

    assertThat(RunsOn.errorLines(tracked.on(jdk)))
        .containsExactly(
            "tt-alloc: %s:6:20: %s has no method 'shutDown', expected one of <init>, close, size; the"
                    .formatted(tracked.ruleFile(), THING)
                + " rest of the rule applies",
            RunsOn.CLEAN,
            "tt-alloc: %s:8:13: class 'com.acme.Con' was not loaded and is not on the class path, expected a class name as returned by Class.getName(); this rule tracked nothing"
                .formatted(tracked.ruleFile()));
  }

  @Variant
  @OneJdk
  void aMemberThatTheClassDoesNotHaveCostsTheClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RunsOn.RULES.replace("size()", "sizes()"));

    List<String> lines = RunsOn.errorLines(tracked.on(jdk));
    assertThat(lines)
        .endsWith(
            "tt-alloc: NOT JUDGED. 0 opened, 0 closed",
            "confidence LOW: a class named by a rule could not be woven: " + THING);
    assertThat(lines)
        .first()
        .isEqualTo(
            "tt-alloc: %s:7:12: 'sizes()' does not fit, expected a no-argument method 'sizes()' of %s"
                    .formatted(tracked.ruleFile(), THING)
                + " that the woven class can access; "
                + THING
                + " is not tracked by this rule");
  }

  /** The class was loaded, so a message that it was not would be misleading. */
  @Variant
  @OneJdk
  void aClassInWhichNothingCouldBeWovenIsNamedAndKeepsARunFromPassing(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules("  - {class: %s, type: thing, open: [opne], close: [clsoe]}\n".formatted(THING))
            .option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(RunsOn.class).run().expectStatus(24);

    assertThat(result.out()).isEqualTo("ran on with a thing of 7\n");
    assertThat(result.err().lines())
        .hasSize(4)
        .endsWith(
            "tt-alloc: nothing was tracked: 1 class named by a rule was loaded, but nothing in it could be woven: %s (rules=%s)"
                .formatted(THING, tracked.ruleFile()),
            "tt-alloc: no judgement: a class named by a rule could not be woven, so nothing was"
                + " tracked, exit status 24 (fail-on=leak)");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }

  @Variant
  @OneJdk
  void anOpenMethodThatTheClassDoesNotHaveKeepsARunFromPassing(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).rules(RunsOn.RULES.replace("<init>", "opne")).option("fail-on=leak");

    assertThat(tracked.on(jdk).main(RunsOn.class).run().expectStatus(24).err().lines())
        .first(STRING)
        .endsWith(
            " has no method 'opne', expected one of <init>, close, size; the rest of the rule applies");
    assertThat(tracked.json().confidenceReasons())
        .containsExactly(
            "a class named by a rule could not be woven: " + THING,
            "1 close of an unknown resource: some openings were not seen");
  }

  /**
   * A rule for many classes often names methods that only some of them have, so the agent does not
   * print a line for each class.
   */
  @Variant
  @Test
  void ofManySuchClassesTheFirstAreNamed() throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules("  - {class: io.ttalloc.it.input.*, type: thing, open: [opne]}\n")
            .option("fail-on=leak");

    assertThat(
            tracked
                .on(Jdks.ofThisBuild())
                .main(ManyClasses.class)
                .run()
                .expectSuccess()
                .err()
                .lines())
        .containsExactly(
            "tt-alloc: nothing was tracked: 7 classes named by rules were loaded, but nothing in them could be woven: %1$s, %1$s$A, %1$s$B, %1$s$C, %1$s$D and 2 more (rules=%2$s)"
                .formatted(ManyClasses.class.getName(), tracked.ruleFile()));
  }

  static final class ManyClasses {
    private ManyClasses() {}

    record A() {}

    record B() {}

    record C() {}

    record D() {}

    record E() {}

    record F() {}

    public static void main(String[] args) {
      if (List.of(new A(), new B(), new C(), new D(), new E(), new F()).size() != 6) {
        throw new AssertionError();
      }
    }
  }

  @Variant
  @OneJdk
  void whereNoRuleIsLeftTheLinesSaySoAndARunThatIsToFailForALeakFails(Jdk jdk) throws Exception {
    Path missing = folder.resolve("missing.yaml");
    TrackedRun tracked = TrackedRun.in(folder).option("rules=" + missing).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(RunsOn.class).run().expectStatus(24);

    assertThat(result.out()).isEqualTo("ran on with a thing of 7\n");
    assertThat(result.err().lines())
        .hasSize(3)
        .endsWith(
            "tt-alloc: nothing was tracked: no rule could be used (rules=%s)".formatted(missing),
            "tt-alloc: no judgement: some options or rules were ignored, and nothing was"
                + " tracked, exit status 24 (fail-on=leak)");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }
}
