package io.ttalloc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRunsTest {
  private static final String WITH_AGENT =
      "<property name=\"TT_ALLOC_TRACKING_ENABLED\" value=\"1\"/>";

  @TempDir private Path folder;

  private void report(String testClass, String jvm, String property) throws IOException {
    Files.writeString(
        folder.resolve("TEST-" + testClass + ".xml"),
        """
        <testsuite name="%s">
          <properties><property name="sun.java.command" value="%s"/>%s</properties>
          <testcase name="reads"/>
        </testsuite>
        """
            .formatted(testClass, jvm, property));
  }

  private TestRuns runs() throws IOException {
    return TestRuns.since(Instant.EPOCH, List.of(folder.toFile(), folder.resolve("no").toFile()));
  }

  @Test
  void nothingIsMissingIfEachJvmLeftALedger() throws IOException {
    report("FirstTest", "booter.jar 1", WITH_AGENT);
    report("SecondTest", "booter.jar 1", WITH_AGENT);
    report("ThirdTest", "booter.jar 2", WITH_AGENT);

    assertThat(runs().missing(2, folder)).isNull();
  }

  @Test
  void namesATestClassWhoseJvmDidNotGetTheFlags() throws IOException {
    report("FirstTest", "booter.jar 1", WITH_AGENT);
    report("SecondTest", "booter.jar 2", "");
    report("ThirdTest", "booter.jar 3", "");

    assertThat(runs().missing(3, folder))
        .isEqualTo(
            "SecondTest (and 1 more test class) ran without the agent: expected the goal"
                + " prepare-agent to run before the tests, and an argLine in the pom that begins"
                + " with @{argLine}");
  }

  @Test
  void countsTheJvmsInWhichTheAgentDidNotStart() throws IOException {
    report("FirstTest", "booter.jar 1", WITH_AGENT);
    report("SecondTest", "booter.jar 2", WITH_AGENT);

    assertThat(runs().missing(1, folder))
        .isEqualTo(
            "2 JVMs ran tests, but only 1 left a ledger in "
                + folder
                + ": expected one from each; in the test output, a line that begins with"
                + " 'tt-alloc:' says why the agent did not start");
  }

  @Test
  void saysIfTheAgentStartedInNoJvm() throws IOException {
    report("FirstTest", "booter.jar 1", WITH_AGENT);

    assertThat(runs().missing(0, folder))
        .startsWith("1 JVM ran tests, but none left a ledger in " + folder + ": expected one");
  }

  @Test
  void doesNotReadReportsOfEarlierBuilds() throws IOException {
    report("FirstTest", "booter.jar 1", "");

    assertThat(TestRuns.since(Instant.now().plusSeconds(60), List.of(folder.toFile())).jvms())
        .isEmpty();
  }

  @Test
  void namesTheFileThatIsNoReport() throws IOException {
    Path cut = Files.writeString(folder.resolve("TEST-Cut.xml"), "<testsuite><proper");

    assertThatThrownBy(this::runs)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(cut + " is not a test report: ");
  }
}
