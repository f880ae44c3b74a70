package io.ttalloc.it.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the JUnit extension fails the tests that leak, and no others. */
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

  private static final Set<String> GROWING =
      Set.of(
          "Growing]/[test-template:growsInAList()]/[test-template-invocation:#4]",
          "Growing]/[test-template:growsByWhatItDrops()]/[test-template-invocation:#5]",
          "Growing]/[test-template:hasTooFewCycles()]");

  private static final List<Class<?>> CYCLES = List.of(LeakSamples.Growing.class);
  private static final List<Class<?>> METHODS = List.of(LeakSamples.Methods.class);

  private static final List<Class<?>> FIXTURE = List.of(LeakSamples.HasAFixture.class);

  @TempDir private Path folder;

  private TestJvm tests(Jdk jdk, List<Class<?>> classes, String... parameters) {
    return TestRun.of(folder, jdk, classes, parameters);
  }

  @EveryJdk
  void failsWhatLeaksAndNothingElse(Jdk jdk) throws Exception {
    JvmResult result = tests(jdk, SAMPLES).run().expectSuccess();

    assertThat(TestRun.failed(result))
        .as(result.toString())
        .containsExactlyInAnyOrderElementsOf(LEAKING);
    assertThat(result.out())
        .contains(
            "LeakError: Methods.leaksInAField left open: 1 file at LeakSamples.Program.open(LeakSamples.java:")
        .contains("by the test's field LeakSamples.Methods.field")
        .contains(
            "IllegalStateException: its own failure\n  suppressed io.ttalloc.junit.LeakError: ")
        .contains("kept     by {static LeakSamples.LeaksInAStaticField.shared}");
  }

  /** Omits the sample with threads, because the tracking of threads does not depend on JUnit. */
  @Variant
  @OneJdk
  void failsTheSameUnderJunit6(Jdk jdk) throws Exception {
    // .ci/run copies the jars of JUnit 6 to this folder.
    Path jars = Path.of(System.getProperty("test.junit6"));
    if (!Files.isDirectory(jars)) {
      System.out.println("NoLeaksIT under JUnit 6 is skipped: no jars of it in " + jars);
    }
    assumeTrue(Files.isDirectory(jars));
    List<Path> junit;
    try (Stream<Path> all = Files.list(jars)) {
      junit = all.toList();
    }
    String threads = LeakSamples.LeaksBySubmitting.class.getSimpleName();
    List<Class<?>> samples =
        SAMPLES.stream().filter(each -> !each.getSimpleName().equals(threads)).toList();
    JvmResult result =
        TestRun.under(junit, folder, jdk, TestRun.of(samples), TestRun.of(CYCLES))
            .run()
            .expectSuccess();

    assertThat(junit).anyMatch(jar -> jar.toString().contains("junit-jupiter-engine-6."));
    List<JvmResult> runs = TestRun.each(result);
    assertThat(TestRun.failed(runs.get(0)))
        .as(result.toString())
        .containsExactlyInAnyOrderElementsOf(
            LEAKING.stream().filter(each -> !each.startsWith(threads)).toList());
    assertThat(TestRun.failed(runs.get(1)))
        .as(result.toString())
        .containsExactlyInAnyOrderElementsOf(GROWING);
  }

  /** If the extension waited, each test would take as long as the grace period for late closes. */
  @Variant
  @OneJdk
  void whatJUnitOpensForItselfFailsNoTestAndInfrastructureIsNotWaitedFor(Jdk jdk) throws Exception {
    String service = LeakSamples.Service.class.getName();
    Path rules =
        Files.writeString(
            folder.resolve("rules.yaml"),
            "schema: tt-alloc-rules/1\nrules:\n  - {class: "
                + service
                + ", open: [<init>], infrastructure: true}\n");

    JvmResult result =
        TestRun.inTurn(
                folder,
                jdk,
                TestRun.of(List.of(LeakSamples.HasATimeLimit.class)),
                TestRun.of(List.of(LeakSamples.StartsAService.class), "ttalloc.grace=3600s"))
            .agentOptions("packs=jdk-threads,jdk-files,rules=" + rules)
            .run()
            .expectSuccess();

    List<JvmResult> runs = TestRun.each(result);
    assertThat(TestRun.failed(runs.get(0)))
        .as(result.toString())
        .containsExactly("HasATimeLimit]/[method:leaksAlthoughWatched()]");
    assertThat(TestRun.failed(runs.get(1))).as(result.toString()).isEmpty();
    assertThat(runs.get(1).err()).doesNotContain("left open");
  }

  /**
   * Where leaks are only reported, omits the tests that differ in how they leak and in how JUnit
   * calls them, because the parameter is read after each of them has been judged.
   */
  @Variant
  @OneJdk
  void judgesTestsSideBySideAndClassesReportsOrIsOffAsTheParametersSay(Jdk jdk) throws Exception {
    List<JvmResult> runs =
        TestRun.each(
            TestRun.inTurn(
                    folder,
                    jdk,
                    TestRun.of(SAMPLES, TestRun.SIDE_BY_SIDE),
                    TestRun.of(CYCLES, TestRun.SIDE_BY_SIDE),
                    TestRun.of(METHODS, "ttalloc.scope=class"),
                    TestRun.of(
                        List.of(LeakSamples.Methods.Inner.class),
                        TestRun.method(LeakSamples.Methods.class, "leaksWhatItDrops"),
                        TestRun.method(LeakSamples.Methods.class, "leaksAndFails"),
                        "ttalloc.leaks=report"),
                    TestRun.of(METHODS, "ttalloc.leaks=off"))
                .run()
                .expectSuccess());

    assertFailsTheSameAndWhatGrowsInEachCycle(runs.get(0), runs.get(1));
    assertJudgesClassesReportsOrIsOff(runs.get(2), runs.get(3), runs.get(4));
  }

  private static void assertFailsTheSameAndWhatGrowsInEachCycle(
      JvmResult samples, JvmResult cycles) {
    assertThat(TestRun.failed(samples))
        .as(samples.toString())
        .containsExactlyInAnyOrderElementsOf(LEAKING);
    assertThat(TestRun.failed(cycles))
        .as(cycles.toString())
        .containsExactlyInAnyOrderElementsOf(GROWING);
    assertThat(cycles.out())
        .contains(
            "Growing.growsInAList left open in each cycle: 2 files at LeakSamples.Program.open(LeakSamples.java:")
        .contains("\n  cycles   2, 2, 2, 2\n  opened   ")
        .contains("kept     by static LeakSamples.Growing.KEPT -> {ArrayList[*]}")
        .contains("\n  cycles   1, 1, 1, 1, 1\n  opened   ")
        .contains("hasTooFewCycles(): cycles is 2, expected 3 or more");
  }

  private static void assertJudgesClassesReportsOrIsOff(
      JvmResult ofClasses, JvmResult reported, JvmResult off) {
    assertThat(TestRun.failed(ofClasses))
        .containsExactlyInAnyOrder(
            "Methods]", "Methods]/[nested-class:Inner]", "Methods]/[method:leaksAndFails()]");

    assertThat(TestRun.failed(reported)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(reported.err())
        .contains("tt-alloc: Methods.leaksWhatItDrops left open: 1 file at ")
        .contains("tt-alloc: Inner.leaksWhatItDrops left open: 1 file at ");

    assertThat(TestRun.failed(off)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(off.err()).doesNotContain("left open: ");
  }

  @Variant
  @OneJdk
  void anAgentThatSeesNothingIsALine(Jdk jdk) throws Exception {
    JvmResult idle =
        tests(jdk, FIXTURE).withoutEnvironment("TT_ALLOC_TRACKING_ENABLED").run().expectSuccess();
    assertThat(idle.err()).contains("tt-alloc: the agent is loaded but tracks nothing: start ");

    JvmResult blind = tests(jdk, FIXTURE).agentOptions("packs=netty").run().expectSuccess();
    assertThat(blind.err()).contains("tt-alloc: the agent did not see a file being opened: ");
  }

  @Variant
  @OneJdk
  void anAgentThatIsMissingOrCannotBeLoadedIsALineOrAFailure(Jdk jdk) throws Exception {
    String named = "ttalloc.agent=" + Repository.agentJar();
    List<JvmResult> runs =
        TestRun.each(
            TestRun.inTurn(
                    folder,
                    jdk,
                    TestRun.of(METHODS),
                    TestRun.of(METHODS, "ttalloc.required=true"),
                    TestRun.of(METHODS, "ttalloc.agent=no.jar"),
                    TestRun.of(METHODS, named, "ttalloc.required=true"))
                .withoutAgent()
                .jvmFlags("-XX:-EnableDynamicAgentLoading")
                .run()
                .expectSuccess());

    String start =
        "start the test JVM with -javaagent:tt-alloc-agent.jar"
            + " and the environment variable TT_ALLOC_TRACKING_ENABLED=1; until then, no leaks are detected";
    JvmResult without = runs.get(0);
    assertThat(TestRun.failed(without)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(without.err().lines())
        .containsOnlyOnce("tt-alloc: the agent is not loaded in this JVM: " + start);

    JvmResult required = runs.get(1);
    assertThat(TestRun.failed(required)).contains("Methods]");
    assertThat(required.out()).contains("tt-alloc: the agent is not loaded in this JVM: ");

    JvmResult absent = runs.get(2);
    assertThat(TestRun.failed(absent)).containsExactly("Methods]/[method:leaksAndFails()]");
    assertThat(absent.err().lines())
        .containsOnlyOnce(
            "tt-alloc: the agent could not be loaded into this JVM (file not found: "
                + folder.toRealPath().resolve("no.jar")
                + "): "
                + start);

    JvmResult forbidden = runs.get(3);
    assertThat(forbidden.out())
        .contains("tt-alloc: the agent could not be loaded into this JVM (com.sun.tools.attach.");
    assertThat(TestRun.failed(forbidden)).contains("Methods]");
  }

  @Variant
  @EveryJdk
  void loadsTheAgentIntoItsOwnJvm(Jdk jdk) throws Exception {
    List<Class<?>> shared =
        List.of(LeakSamples.SharesAmongItsTests.class, LeakSamples.LeaksInItsInstance.class);
    String named = "ttalloc.agent=" + Repository.agentJar() + "=packs=jdk-files";

    JvmResult byName = tests(jdk, shared, named).withoutAgent().run().expectSuccess();
    assertThat(TestRun.failed(byName)).as(byName.toString()).containsExactly("LeaksInItsInstance]");
    assertThat(byName.err()).doesNotContain("no leaks are detected");
  }

  /**
   * Runs one test for each way to judge: a resource that is lost, one that the test's instance
   * keeps, one that a class keeps, and none. Omits the tests that differ only in how JUnit calls
   * them, because that does not depend on how the agent was loaded.
   */
  @Variant
  @OneJdk
  void findsTheAgentOnTheClassPath(Jdk jdk) throws Exception {
    JvmResult onClassPath =
        tests(
                jdk,
                List.of(LeakSamples.LeaksInAStaticField.class),
                TestRun.method(LeakSamples.Methods.class, "leaksWhatItDrops"),
                TestRun.method(LeakSamples.Methods.class, "leaksInAField"),
                TestRun.method(LeakSamples.Methods.class, "closes"),
                TestRun.method(LeakSamples.Methods.class, "allowed"),
                TestRun.method(LeakSamples.Methods.class, "leavesTheCloseToAThread"))
            .withoutAgent()
            .classPath(Repository.agentJar())
            .run()
            .expectSuccess();
    assertThat(onClassPath.out())
        .contains("SUCCESSFUL Methods]/[method:closes()]")
        .contains("SUCCESSFUL Methods]/[method:allowed()]")
        .contains("SUCCESSFUL Methods]/[method:leavesTheCloseToAThread()]");
    assertThat(TestRun.failed(onClassPath))
        .as(onClassPath.toString())
        .containsExactlyInAnyOrder(
            "Methods]/[method:leaksWhatItDrops()]",
            "Methods]/[method:leaksInAField()]",
            "LeaksInAStaticField]");
  }
}
