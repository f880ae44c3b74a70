package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares reports with JavaCPP's own statistics. */
class JavacppStatisticsIT {
  private static final int SEEDS = 3;

  @TempDir private Path folder;

  @Test
  void asManyPointersAndBytesAreOpenAsJavacppCounts() throws Exception {
    for (Jdk jdk : Jdks.all()) {
      for (int seed = 1; seed <= SEEDS; seed++) {
        TrackedRun tracked = TrackedRun.in(folder).option("packs=javacpp");
        JvmResult result =
            tracked
                .on(jdk)
                .jvmFlags("-XX:+DisableExplicitGC") // otherwise the last collection would free some
                .classPath(LibraryClassPath.entries().toArray(Path[]::new))
                .main(JavacppStatistics.class, String.valueOf(seed))
                .run()
                .expectSuccess();

        String open =
            "%d %d".formatted(tracked.json().total("live"), tracked.json().total("liveBytes"));
        assertThat(open).as("seed %d on %s", seed, jdk).isEqualTo(result.out().strip());
        assertThat(tracked.json().misuse()).isEmpty();
      }
    }
  }

  /** With this property, JavaCPP keeps no list of open pointers and frees no pointer on its own. */
  @Test
  void pointersAreFoundIfJavacppDoesNotFollowThem() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=javacpp");
    JvmResult result =
        tracked
            .on(Jdks.ofThisBuild())
            .classPath(LibraryClassPath.entries().toArray(Path[]::new))
            .jvmFlags("-Dorg.bytedeco.javacpp.noPointerGC=true")
            .main(JavacppProgram.class, tracked.file("none").toString(), "true")
            .run()
            .expectSuccess();

    assertThat(result.err()).contains("LOST, a leak: 1 entry, 1 open", "labels   BytePointer");
  }
}
