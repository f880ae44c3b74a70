package io.ttalloc.it.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the JUnit extension in runs with contradictory settings, in runs that end early, and in
 * runs that open resources outside a test.
 */
class OddRunsIT {
  private static final String[] CLASSES_SIDE_BY_SIDE = {
    "junit.jupiter.execution.parallel.enabled=true",
    "junit.jupiter.execution.parallel.mode.classes.default=concurrent",
    "junit.jupiter.execution.parallel.config.strategy=fixed",
    "junit.jupiter.execution.parallel.config.fixed.parallelism=4",
  };

  @TempDir private Path folder;

  /** The runs of one JVM. The last one ends it. */
  @OneJdk
  void testsAreJudgedSideBySideAndWhenTheyAreOddUntilOneEndsTheJvm(Jdk jdk) throws Exception {
    List<JvmResult> runs =
        TestRun.each(
            TestRun.inTurn(
                    folder,
                    jdk,
                    TestRun.of(
                        List.of(OddSamples.JudgedMeanwhile.class, OddSamples.HoldsMeanwhile.class),
                        CLASSES_SIDE_BY_SIDE),
                    TestRun.of(
                        List.of(
                            OddSamples.StartsAWorker.class,
                            OddSamples.BesideInherits.class,
                            OddSamples.InheritsBeside.class),
                        CLASSES_SIDE_BY_SIDE),
                    TestRun.of(List.of(OddSamples.Contradicting.class)),
                    TestRun.of(List.of(OddSamples.TimesOut.class)),
                    TestRun.of(List.of(OddSamples.StartsAWorker.class, OddSamples.Inherits.class)),
                    TestRun.of(List.of(OddSamples.EndsTheJvm.class)))
                .run()
                .expectStatus(3));

    assertWhatAnotherTestHasOpenIsNotReported(runs.get(0));
    assertWhatAnotherTestMayHaveOpenedIsNotReported(runs.get(1));
    assertWhatCannotBeMeantFailsOrIsALine(runs.get(2));
    assertTestsThatTakeTooLongAreJudged(runs.get(3));
    assertWhatAnInheritedTestOpensOnAThreadOfNobodyIsItsOwn(runs.get(4));
    assertAJvmThatATestEndsSaysSo(runs.get(5));
  }

  private static void assertWhatAnotherTestHasOpenIsNotReported(JvmResult result) {
    assertThat(TestRun.failed(result))
        .as(result.toString())
        .containsExactly("JudgedMeanwhile]/[method:leaks()]");
    assertThat(result.out())
        .containsOnlyOnce(" left open")
        .contains("JudgedMeanwhile.leaks left open: 1 file at ")
        .contains("why      1 collected, never closed");
  }

  private static void assertWhatAnotherTestMayHaveOpenedIsNotReported(JvmResult result) {
    assertThat(TestRun.failed(result)).as(result.toString()).isEmpty();
    assertThat(result.err())
        .contains(
            "2 resources that no test closed were opened on threads that belong to no test, while ")
        .contains("BesideInherits.opensOnAThreadOfNobody, InheritsBeside");
  }

  private static void assertWhatCannotBeMeantFailsOrIsALine(JvmResult result) {
    assertThat(TestRun.failed(result))
        .containsExactlyInAnyOrder(
            "Contradicting]/[method:bothAreGiven()]",
            "Contradicting]/[method:neitherIsGiven()]",
            "Contradicting]/[method:hasNoReason()]",
            "Contradicting]/[method:leaksWhatHasAnotherType()]");
    assertThat(result.out())
        .contains("Contradicting.bothAreGiven() has both a type and a site, expected one of them")
        .contains(
            "Contradicting.neitherIsGiven() has neither a type nor a site, expected one of them")
        .contains("Contradicting.hasNoReason() has no reason, expected one");
    assertThat(result.err().lines().filter(line -> line.contains("@AllowLeak")))
        .containsExactly(
            "tt-alloc: @AllowLeak(type=flie) on void %s.leaksWhatHasAnotherType() matched nothing in this run: correct or remove it"
                .formatted(OddSamples.Contradicting.class.getName()));
  }

  private static void assertTestsThatTakeTooLongAreJudged(JvmResult result) {
    assertThat(TestRun.failed(result))
        .containsExactlyInAnyOrder(
            "TimesOut]/[method:leaksAndTakesTooLong()]",
            "TimesOut]/[method:takesTooLongAndCloses()]",
            "TimesOut]/[method:leaksInTime()]");
    assertThat(result.out())
        .containsOnlyOnce("LeakError: TimesOut.leaksAndTakesTooLong left open: 1 file at ")
        .containsOnlyOnce("LeakError: TimesOut.leaksInTime left open: 1 file at ")
        .doesNotContain("TimesOut.takesTooLongAndCloses left open");
  }

  private static void assertAJvmThatATestEndsSaysSo(JvmResult result) {
    assertThat(result.err().lines())
        .containsOnlyOnce(
            "tt-alloc: the JVM is exiting before its tests have ended (still running: EndsTheJvm.exits):"
                + " no test fails because of what is open now, but the report at exit lists it");
  }

  private static void assertWhatAnInheritedTestOpensOnAThreadOfNobodyIsItsOwn(JvmResult result) {
    assertThat(TestRun.failed(result))
        .as(result.toString())
        .containsExactly("Inherits]/[method:leaksOnAThreadOfNobody()]");
  }

  @Variant
  @OneJdk
  void anAgentOfAnotherVersionIsALineOrAFailure(Jdk jdk) throws Exception {
    new ByteBuddy()
        .subclass(Object.class)
        .name("io.ttalloc.agent.AgentEntry")
        .make()
        .saveIn(folder.toFile());
    List<Class<?>> classes = List.of(LeakSamples.HasAFixture.class);

    List<JvmResult> runs =
        TestRun.each(
            TestRun.inTurn(
                    folder, jdk, TestRun.of(classes), TestRun.of(classes, "ttalloc.required=true"))
                .withoutAgent()
                .classPath(folder)
                .run()
                .expectSuccess());

    JvmResult line = runs.get(0);
    assertThat(TestRun.failed(line)).isEmpty();
    assertThat(line.err())
        .startsWith(
            "tt-alloc: the agent and tt-alloc-junit have different versions, expected the same: start ");
    JvmResult required = runs.get(1);
    assertThat(TestRun.failed(required)).containsExactly("HasAFixture]");
  }
}
