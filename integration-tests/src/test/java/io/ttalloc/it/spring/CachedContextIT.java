package io.ttalloc.it.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Runs tests that share a cached Spring context under the JUnit extension. */
@Variant
class CachedContextIT {
  private static final String SAMPLES = "io.ttalloc.spring.CachedContextSamples$";

  @TempDir private Path folder;

  @OneJdk
  void onlyTheTestThatLeaksFails(Jdk jdk) throws Exception {
    JvmResult result =
        TestJvm.on(jdk)
            .directory(folder)
            .agentOptions("packs=auto")
            .classPath(SpringPrograms.classPath())
            .classPath(TestJvm.locationOf(CachedContextIT.class))
            .main(
                "io.ttalloc.it.junit.TestRun",
                "ttalloc.grace=2s",
                SAMPLES + "BeginsTheContext",
                SAMPLES + "SharesTheContext")
            .run()
            .expectSuccess();

    assertThat(result.out().lines().filter(line -> line.startsWith("FAILED ")))
        .as(result.toString())
        .containsExactly("FAILED SharesTheContext]/[method:leaksAConnection()]");
    assertThat(result.out().lines().filter(line -> line.contains("[method:borrows()]")))
        .hasSize(2)
        .allMatch(line -> line.startsWith("SUCCESSFUL "));
    assertThat(result.out()).contains("leaksAConnection left open: 1 ");
  }
}
