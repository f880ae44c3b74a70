package io.ttalloc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.scene.Scene;
import io.ttalloc.heap.scene.SceneProgram;
import io.ttalloc.testing.Reliability;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the paths of all scenes are the same for every collector and JDK. */
class CollectorsTest {
  private static final List<String> COLLECTORS = List.of("Serial", "Parallel", "G1", "Z");
  private static final Set<Integer> KEPT_BY_NOTHING =
      Set.of(SceneProgram.WEAK, SceneProgram.PHANTOM);
  private static final int VIRTUAL_THREADS_IN_DUMPS = 25;

  private static Path ownHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /**
   * Pairs of JDK and collector. The JDKs are the one that runs this test, and versions 17 and 25 if
   * they are different from it and installed next to it.
   */
  static Stream<Arguments> everyJdkAndCollector() throws IOException {
    List<Path> homes = new ArrayList<>();
    homes.add(ownHome());
    try (Stream<Path> beside = Files.list(ownHome().getParent())) {
      for (Path home : new TreeSet<>(beside.toList())) {
        int release = release(home);
        if ((release == 17 || release == 25) && release != Runtime.version().feature()) {
          homes.add(home);
        }
      }
    }
    assertThat(homes).as("JDKs 17 and 25 in %s", ownHome().getParent()).hasSizeGreaterThan(1);
    return homes.stream()
        .flatMap(home -> COLLECTORS.stream().map(collector -> Arguments.of(home, collector)));
  }

  /** The feature release of a JDK; 0 if the folder is not a JDK. */
  private static int release(Path home) throws IOException {
    Path file = home.resolve("release");
    if (!Files.exists(file) || !Files.exists(home.resolve("bin/java"))) {
      return 0;
    }
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      release.load(reader);
    }
    String version = release.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
    return Integer.parseInt(version.replaceFirst("\\D.*", ""));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyJdkAndCollector")
  @Reliability
  void tellsTheSamePathsOnEveryCollectorAndJdk(Path home, String collector) throws IOException {
    Path dump = SceneDump.of(home, collector);
    assertThat(paths(dump)).containsExactlyElementsOf(expected(release(home)));
  }

  @Test
  void tellsTheSamePathsWithColouredPointers() throws IOException {
    assertThat(paths(SceneDump.of(ownHome(), "Z")))
        .containsExactlyElementsOf(expected(Runtime.version().feature()));
  }

  private static List<String> paths(Path dump) throws IOException {
    List<String> paths = new ArrayList<>();
    for (HeldResource held : HeapDumpReader.read(dump).resources()) {
      ReferencePath path = held.path();
      if (path == null && KEPT_BY_NOTHING.contains(held.slot())) {
        continue; // ZGC of JDK 17 dumps unreachable objects, too.
      }
      String text = path == null || isBeingFinalized(path) ? "" : String.join(" -> ", path.parts());
      paths.add(held.slot() + " " + text.replaceAll("Locals.java:\\d+", "Locals.java:LINE"));
    }
    return paths;
  }

  /** With a concurrent collector, the finalizer may have started before the dump. */
  private static boolean isBeingFinalized(ReferencePath path) {
    return String.join(" -> ", path.parts())
            .startsWith("local variable in java.lang.ref.Finalizer.")
        && path.links().isEmpty();
  }

  private static List<String> expected(int release) {
    List<String> expected = new ArrayList<>();
    for (Scene scene : Scene.values()) {
      if (scene != Scene.VIRTUAL || release >= VIRTUAL_THREADS_IN_DUMPS) {
        expected.add(scene.slot() + " " + scene.path());
      }
    }
    expected.add(SceneProgram.CLOSING + " static SceneProgram.CLOSING_OWNER");
    return expected;
  }
}
