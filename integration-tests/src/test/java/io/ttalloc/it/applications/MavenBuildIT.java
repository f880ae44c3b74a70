package io.ttalloc.it.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Maven, with the local repository of this build and without network. */
@Variant
class MavenBuildIT {
  /** The local repository of the build that runs this test. */
  private static final String LOCAL_REPOSITORY = "test.localRepository";

  @TempDir private Path folder;

  @OneJdk
  void nothingButWhatIsLeftOpenOnPurposeIsALeak(Jdk jdk) throws Exception {
    if (!isThere()) {
      System.out.println("MavenBuildIT is skipped: no mvn on the PATH");
    }
    assumeTrue(isThere(), "no mvn on the PATH");
    Path project = Files.createDirectory(folder.resolve("project"));
    ExitReports maven = new ExitReports(folder, "maven");
    ExitReports tests = new ExitReports(folder, "tests");
    SmallProject.write(project, tests.agent());

    String said = build(jdk, project, maven);

    assertThat(said).contains("BUILD SUCCESS", "Tests run: 3", "Tests run: 1");
    assertThat(project.resolve("target/shop-1.jar")).exists();
    Application.named("Maven")
        .assertReported(maven.json(), maven.asText(), SmallProject.LEAVES_OPEN_IN_MAVEN);
    Application.named("the JVM of its tests")
        .assertReported(tests.json(), tests.asText(), SmallProject.LEAVES_OPEN_IN_TESTS);
  }

  private static boolean isThere() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "mvn")));
  }

  private String build(Jdk jdk, Path project, ExitReports reports)
      throws IOException, InterruptedException {
    Path log = folder.resolve("maven.log");
    ProcessBuilder builder =
        new ProcessBuilder(
                "mvn",
                "--offline",
                "--batch-mode",
                "-Dmaven.repo.local=" + System.getProperty(LOCAL_REPOSITORY),
                "package")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment
        .keySet()
        .removeIf(name -> name.startsWith("TT_ALLOC_") || name.matches("_?J.*_OPTIONS|MAVEN_.*"));
    environment.put("JAVA_HOME", jdk.home().toString());
    environment.put("TT_ALLOC_TRACKING_ENABLED", "1");
    environment.put("MAVEN_OPTS", String.join(" ", TestJvm.quickFlags()) + " " + reports.agent());
    int status = builder.start().waitFor();
    String said = Files.readString(log);
    assertThat(status).as(said).isZero();
    return said;
  }
}
