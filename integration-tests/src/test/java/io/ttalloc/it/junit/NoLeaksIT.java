package io.ttalloc.it.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.junit.AllowLeak;
import io.ttalloc.junit.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;

/** The extension of JUnit fails the tests that leak, and no others. */
class NoLeaksIT {
  private static final List<Class<?>> SAMPLES =
      List.of(
          LeakSamples.Methods.class,
          LeakSamples.LeaksBySubmitting.class,
          LeakSamples.SharesAmongItsTests.class,
          LeakSamples.LeaksInAStaticField.class,
          LeakSamples.LeaksInItsInstance.class,
          LeakSamples.ClosesItsInstance.class,
          LeakSamples.HasAFixture.class);

  /** The samples that leak. */
  private static final Set<String> LEAKING =
      Set.of(
          "Methods]/[method:leaksWhatItDrops()]",
          "Methods]/[method:leaksInAField()]",
          "Methods]/[method:leaksAndFails()]",
          "Methods]/[test-template:repeated(org.junit.jupiter.api.RepetitionInfo)]/[test-template-invocation:#2]",
          "Methods]/[test-template:parameterized(java.lang.String)]/[test-template-invocation:#1]",
          "Methods]/[test-factory:dynamic()]/[dynamic-test:#2]",
          "Methods]/[test-factory:dynamic()]/[dynamic-container:#3]/[dynamic-test:#1]",
          "Methods]/[nested-class:Inner]/[method:leaksWhatItDrops()]",
          "LeaksBySubmitting]",
          "LeaksBySubmitting]/[method:leaksInATaskOfAPool()]",
          "LeaksBySubmitting]/[method:leaksInWhatAPoolExecutes()]",
          "LeaksBySubmitting]/[method:leaksInAFuture()]",
          "LeaksBySubmitting]/[method:leaksInAThread()]",
          "LeaksBySubmitting]/[method:leaksInAScheduledTask()]",
          "LeaksBySubmitting]/[method:leaksInATimer()]",
          "LeaksInAStaticField]",
          "LeaksInItsInstance]");

  /** A class of each jar that a run of tests needs. */
  private static final List<Path> CLASS_PATH =
      Stream.of(
              TestRun.class,
              NoLeaks.class,
              Test.class,
              JupiterTestEngine.class,
              ParameterizedTest.class,
              Launcher.class,
              TestEngine.class,
              JUnitException.class,
              AssertionFailedError.class)
          .map(TestJvm::locationOf)
          .toList();

  @TempDir private Path folder;

  private TestJvm tests(Jdk jdk, List<Class<?>> classes, String... parameters) {
    List<String> arguments = new ArrayList<>(List.of("ttalloc.grace=2s"));
    classes.forEach(each -> arguments.add(each.getName()));
    arguments.addAll(List.of(parameters));
    return TestJvm.on(jdk)
        .directory(folder)
        .agentOptions("packs=jdk-files")
        .classPath(CLASS_PATH.toArray(Path[]::new))
        .main(TestRun.class, arguments.toArray(String[]::new));
  }

  private static Set<String> failed(JvmResult result) {
    Set<String> failed = new TreeSet<>();
    for (String line : result.out().lines().toList()) {
      if (line.startsWith("FAILED ")) {
        failed.add(line.substring("FAILED ".length()));
      }
    }
    return failed;
  }

  @EveryJdk
  void failsWhatLeaksAndNothingElse(Jdk jdk) throws Exception {
    JvmResult result = tests(jdk, SAMPLES).run().expectSuccess();

    assertThat(failed(result)).as(result.toString()).containsExactlyInAnyOrderElementsOf(LEAKING);
    assertThat(result.out())
        .contains(
            "LeakError: Methods.leaksInAField left open: 1 file at LeakSamples.Program.open(LeakSamples.java:")
        .contains("by the field LeakSamples.Methods.field of the test")
        .contains(
            "IllegalStateException: its own failure\n  suppressed io.ttalloc.junit.LeakError: ")
        .contains("kept     by {static LeakSamples.LeaksInAStaticField.shared}");
  }

  @OneJdk
  void failsTheSameWhenTestsRunSideBySide(Jdk jdk) throws Exception {
    JvmResult result =
        tests(
                jdk,
                SAMPLES,
                "junit.jupiter.execution.parallel.enabled=true",
                "junit.jupiter.execution.parallel.mode.default=concurrent",
                "junit.jupiter.execution.parallel.config.strategy=fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism=4")
            .run()
            .expectSuccess();

    assertThat(failed(result)).as(result.toString()).containsExactlyInAnyOrderElementsOf(LEAKING);
  }

  @OneJdk
  void judgesClassesReportsOrIsOffAsTheParametersSay(Jdk jdk) throws Exception {
    List<Class<?>> methods = List.of(LeakSamples.Methods.class);

    JvmResult ofClasses = tests(jdk, methods, "ttalloc.scope=class").run().expectSuccess();
    assertThat(failed(ofClasses))
        .containsExactlyInAnyOrder(
            "Methods]", "Methods]/[nested-class:Inner]", "Methods]/[method:leaksAndFails()]");

    JvmResult reported = tests(jdk, methods, "ttalloc.leaks=report").run().expectSuccess();
    assertThat(failed(reported)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(reported.err())
        .contains("tt-alloc: Methods.leaksWhatItDrops left open: 1 file at ")
        .contains("tt-alloc: Inner.leaksWhatItDrops left open: 1 file at ");

    JvmResult off = tests(jdk, methods, "ttalloc.leaks=off").run().expectSuccess();
    assertThat(failed(off)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(off.err()).doesNotContain("left open: ");
  }

  @OneJdk
  void withoutTheAgentThereIsALineOrAFailure(Jdk jdk) throws Exception {
    List<Class<?>> methods = List.of(LeakSamples.Methods.class);

    JvmResult without = tests(jdk, methods).withoutAgent().run().expectSuccess();
    assertThat(failed(without)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(without.err().lines())
        .containsOnlyOnce(
            "tt-alloc: this JVM has no agent: start the JVM of the tests with -javaagent:tt-alloc-agent.jar"
                + " and the variable TT_ALLOC_TRACKING_ENABLED=1; no leak is found");

    JvmResult idle =
        tests(jdk, methods).withoutEnvironment("TT_ALLOC_TRACKING_ENABLED").run().expectSuccess();
    assertThat(idle.err()).contains("tt-alloc: the agent is there and tracks nothing: start ");

    JvmResult required =
        tests(jdk, methods, "ttalloc.required=true").withoutAgent().run().expectSuccess();
    assertThat(failed(required)).contains("Methods]");
    assertThat(required.out()).contains("tt-alloc: this JVM has no agent: ");

    JvmResult blind = tests(jdk, methods).agentOptions("packs=netty").run().expectSuccess();
    assertThat(blind.err()).contains("tt-alloc: the agent does not see that a file is opened: ");
  }

  @OneJdk
  void failsWhatGrowsInEachCycleAndNothingElse(Jdk jdk) throws Exception {
    JvmResult result =
        tests(
                jdk,
                List.of(LeakSamples.Growing.class),
                "junit.jupiter.execution.parallel.enabled=true",
                "junit.jupiter.execution.parallel.mode.default=concurrent")
            .run()
            .expectSuccess();

    assertThat(failed(result))
        .as(result.toString())
        .containsExactlyInAnyOrder(
            "Growing]/[test-template:growsInAList()]/[test-template-invocation:#4]",
            "Growing]/[test-template:growsByWhatItDrops()]/[test-template-invocation:#5]",
            "Growing]/[test-template:hasTooFewCycles()]");
    assertThat(result.out())
        .contains(
            "Growing.growsInAList left open in each cycle: 2 files at LeakSamples.Program.open(LeakSamples.java:")
        .contains("\n  cycles   2, 2, 2, 2\n  opened   ")
        .contains("kept     by static LeakSamples.Growing.KEPT -> {ArrayList[*]}")
        .contains("\n  cycles   1, 1, 1, 1, 1\n  opened   ")
        .contains("hasTooFewCycles(): cycles is 2, expected 3 or more");
  }

  @EveryJdk
  void loadsTheAgentIntoItsOwnJvm(Jdk jdk) throws Exception {
    List<Class<?>> shared =
        List.of(LeakSamples.SharesAmongItsTests.class, LeakSamples.Methods.class);
    String named = "ttalloc.agent=" + Repository.agentJar() + "=packs=jdk-files";

    JvmResult byName = tests(jdk, shared, named).withoutAgent().run().expectSuccess();
    assertThat(failed(byName))
        .as(byName.toString())
        .containsExactlyInAnyOrderElementsOf(
            LEAKING.stream().filter(each -> each.startsWith("Methods]")).toList());
    assertThat(byName.err()).doesNotContain("no leak is found");

    JvmResult onClassPath =
        tests(jdk, List.of(LeakSamples.LeaksInItsInstance.class))
            .withoutAgent()
            .classPath(Repository.agentJar())
            .run()
            .expectSuccess();
    assertThat(failed(onClassPath)).containsExactly("LeaksInItsInstance]");
  }

  @OneJdk
  void whatCannotBeLoadedIsALineOrAFailure(Jdk jdk) throws Exception {
    List<Class<?>> methods = List.of(LeakSamples.Methods.class);
    String named = "ttalloc.agent=" + Repository.agentJar();

    JvmResult absent =
        tests(jdk, methods, "ttalloc.agent=no.jar").withoutAgent().run().expectSuccess();
    assertThat(failed(absent)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(absent.err().lines())
        .containsOnlyOnce(
            "tt-alloc: the agent could not be loaded into this JVM (there is no file "
                + folder.toRealPath().resolve("no.jar")
                + "): start the JVM of the tests with -javaagent:tt-alloc-agent.jar"
                + " and the variable TT_ALLOC_TRACKING_ENABLED=1; no leak is found");

    JvmResult forbidden =
        tests(jdk, methods, named, "ttalloc.required=true")
            .withoutAgent()
            .jvmFlags("-XX:-EnableDynamicAgentLoading")
            .run()
            .expectSuccess();
    assertThat(forbidden.out())
        .contains("tt-alloc: the agent could not be loaded into this JVM (com.sun.tools.attach.");
    assertThat(failed(forbidden)).contains("Methods]");
  }

  @OneJdk
  void whatCannotBeMeantFailsWithWhatIsExpected(Jdk jdk) throws Exception {
    List<Class<?>> contradicting = List.of(Contradicting.class);
    JvmResult allowed = tests(jdk, contradicting).run().expectSuccess();
    assertThat(allowed.out())
        .contains("bothAreGiven()")
        .contains(": expected either a type or a site")
        .contains(": expected a reason");

    JvmResult parameter = tests(jdk, contradicting, "ttalloc.grace=soon").run().expectSuccess();
    assertThat(parameter.out())
        .contains("tt-alloc: ttalloc.grace is 'soon', expected a time such as 5s or 300ms");
  }

  @NoLeaks
  static class Contradicting {
    @Test
    @AllowLeak(type = "file", site = "Program.open", reason = "both")
    void bothAreGiven() {}

    @Test
    @AllowLeak(type = "file", reason = " ")
    void hasNoReason() {}
  }
}
