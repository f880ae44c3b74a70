package io.ttalloc.it.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.maven.Maven;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Runs Maven under the agent, offline and with the local repository of this build. */
@Variant
class MavenBuildIT {
  @TempDir private Path folder;

  @OneJdk
  void nothingButWhatIsLeftOpenOnPurposeIsALeak(Jdk jdk) throws Exception {
    Maven mvn = Maven.ofThisBuild("MavenBuildIT");
    Path project = Files.createDirectory(folder.resolve("project"));
    ExitReports maven = new ExitReports(folder, "maven");
    ExitReports tests = new ExitReports(folder, "tests");
    SmallProject.write(project, tests.agent());

    Maven.Result built =
        mvn.build(
            jdk,
            project,
            Map.of(
                "TT_ALLOC_TRACKING_ENABLED",
                "1",
                "MAVEN_OPTS",
                String.join(" ", TestJvm.quickFlags()) + " " + maven.agent()),
            "package");

    assertThat(built.status()).as(built.output()).isZero();
    assertThat(built.output()).contains("BUILD SUCCESS", "Tests run: 3", "Tests run: 1");
    assertThat(project.resolve("target/shop-1.jar")).exists();
    Application.named("Maven")
        .assertReported(maven.json(), maven.asText(), SmallProject.LEAVES_OPEN_IN_MAVEN);
    Application.named("the JVM of its tests")
        .assertReported(tests.json(), tests.asText(), SmallProject.LEAVES_OPEN_IN_TESTS);
  }
}
