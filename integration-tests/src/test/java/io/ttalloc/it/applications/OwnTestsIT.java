package io.ttalloc.it.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests of this repository. Those that write ledgers are left out: the writer has no close. */
class OwnTestsIT {
  private static final List<String> MODULES = List.of("yaml", "heap", "monitor");
  private static final String CLASSES =
      "io\\.ttalloc\\.((yaml|heap)|monitor\\.(socket|regions|push|attach|processes))\\..*Test";

  @TempDir private Path folder;

  @OneJdk
  void nothingButWhatIsLeftOpenOnPurposeIsALeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto").option("holders=true");
    List<String> args = new ArrayList<>(List.of(CLASSES, LeavesOpen.class.getName()));
    for (String module : MODULES) {
      args.add(testClasses(module).toString());
    }

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(classPath())
            .main(RunsTests.class, args.toArray(new String[0]))
            .run()
            .expectSuccess();

    assertThat(result.out()).endsWith(" 0 failed\n");
    Application.named("tests of this repository")
        .assertReported(tracked.json(), result.err(), "LeavesOpen.leavesAStreamOpen");
  }

  /** Where the build has put the test classes of a module. */
  private static Path testClasses(String module) {
    Path own = Repository.root().resolve("integration-tests");
    return Repository.root()
        .resolve(module)
        .resolve(own.relativize(TestJvm.locationOf(OwnTestsIT.class)));
  }

  /** That of this JVM, without the agent's classes as they are before they are packaged. */
  private static Path[] classPath() {
    List<Path> entries = new ArrayList<>(MODULES.stream().map(OwnTestsIT::testClasses).toList());
    String own = System.getProperty("java.class.path");
    Path agent = Repository.root().resolve("agent");
    Arrays.stream(own.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(entry -> !entry.startsWith(agent))
        .forEach(entries::add);
    return entries.toArray(new Path[0]);
  }
}
