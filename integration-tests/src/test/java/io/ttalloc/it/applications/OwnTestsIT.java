package io.ttalloc.it.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Reliability;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs tests of this repository under the agent. */
class OwnTestsIT {
  /**
   * The modules whose test classes are on the class path; some test classes use test classes of
   * other modules.
   */
  private static final List<String> MODULES =
      List.of("text", "heap", "analysis", "watch", "native", "viewer", "top", "serve", "cli");

  private static final String CLASSES =
      "io\\.ttalloc\\.((text|heap)|natives\\.(socket|regions)|cli\\.attach|watch\\.processes)\\..*Test";

  /** A rule for the writer of a ledger, which lives as long as its process. */
  private static final String WRITER =
      "  - {class: io.ttalloc.ledger.mapped.SegmentedFile, infrastructure: true}\n";

  @TempDir private Path folder;

  /**
   * Runs a few hundred tests in one JVM, without those that write ledgers, because the writer of a
   * ledger has no close method.
   */
  @Reliability
  @OneJdk
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void nothingButWhatIsLeftOpenOnPurposeIsALeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto").option("holders=true");

    JvmResult result =
        run(tracked.on(jdk), CLASSES, List.of("text", "heap", "watch", "native", "cli"));

    Application.named("tests of this repository")
        .assertReported(tracked.json(), result.err(), "LeavesOpen.leavesAStreamOpen");
  }

  /**
   * Runs all tests of a module in the folder of the module, as the build does. No test may be
   * skipped.
   */
  @Reliability
  @ParameterizedTest
  @CsvSource({
    "text, 20",
    "heap, 100",
    "analysis, 600",
    "watch, 50",
    "native, 100",
    "viewer, 30",
    "top, 30",
    "serve, 100",
    "cli, 100"
  })
  void noTestOfAModuleIsAccused(String module, int leastTests) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).rules(WRITER).option("packs=auto").option("holders=true");

    JvmResult result =
        run(
            tracked.on(Jdks.ofThisBuild()).directory(Repository.root().resolve(module)),
            "io\\.ttalloc\\..*Test",
            List.of(module));

    assertThat(result.out().lines().reduce((first, last) -> last).orElseThrow())
        .satisfies(
            said ->
                assertThat(Integer.parseInt(said.substring(0, said.indexOf(' '))))
                    .isGreaterThan(leastTests));
    new Application(module, 10, 1, 1, 0)
        .assertReported(tracked.json(), result.err(), "LeavesOpen.leavesAStreamOpen");
  }

  private static JvmResult run(TestJvm jvm, String classes, List<String> modules)
      throws InterruptedException {
    List<String> args = new ArrayList<>(List.of(classes, LeavesOpen.class.getName()));
    for (String module : modules) {
      args.add(testClasses(module).toString());
    }

    JvmResult result =
        jvm.classPath(classPath())
            .main(RunsTests.class, args.toArray(new String[0]))
            .timeLimit(Duration.ofMinutes(9))
            .run()
            .expectSuccess();

    assertThat(result.out()).endsWith(" 0 failed\n");
    return result;
  }

  /** The folder with the compiled tests of a module. */
  private static Path testClasses(String module) {
    Path own = Repository.root().resolve("integration-tests");
    return Repository.root()
        .resolve(module)
        .resolve(own.relativize(TestJvm.locationOf(OwnTestsIT.class)));
  }

  /** The class path of this JVM, without the agent's unpackaged classes. */
  private static Path[] classPath() {
    List<Path> entries = new ArrayList<>(MODULES.stream().map(OwnTestsIT::testClasses).toList());
    String all = System.getProperty("java.class.path");
    Path agent = Repository.root().resolve("agent");
    Arrays.stream(all.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(entry -> !entry.startsWith(agent))
        .forEach(entries::add);
    return entries.toArray(new Path[0]);
  }
}
