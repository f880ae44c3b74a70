package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.packs.Pack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Runs programs, each of which uses a library with native memory as the library's documentation
 * shows. A program closes everything it opens, except for one resource that the method {@code
 * forgets} opens on request.
 */
class NativeMemoryIT {
  /**
   * An example program.
   *
   * @param pack the pack of the library
   * @param program the main class
   * @param forgotten the type of the resource that the program does not close
   * @param said texts that the report must contain, such as the label and size of the resource
   */
  record Example(String pack, Class<?> program, String forgotten, List<String> said) {}

  static final List<Example> EXAMPLES =
      List.of(
          new Example(
              "rocksdb", RocksProgram.class, "rocksdb object", List.of("labels   ReadOptions")),
          new Example("lmdb", LmdbProgram.class, "lmdb transaction", List.of("labels   read")),
          new Example(
              "javacpp", JavacppProgram.class, "native pointer", List.of("1 reclaimed, 5 B")),
          new Example(
              "arrow", ArrowProgram.class, "arrow buffer", List.of("1,024 B", "labels   ROOT")),
          new Example(
              "onnxruntime", OnnxProgram.class, "onnx value", List.of("1 x 8 B", "shape=[1, 2]")));

  @TempDir private Path folder;

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void aProgramThatClosesEverythingIsNotAccused(Example example) throws Exception {
    for (Jdk jdk : Jdks.all()) {
      TrackedRun tracked = tracked("auto");
      JvmResult result = run(tracked, jdk, example, false);

      JsonReport json = tracked.json();
      assertThat(leaks(json)).as(result.err()).isEmpty();
      assertThat(json.misuse()).as(result.err()).isEmpty();
      assertThat(json.lastingReasons()).as(result.err()).isEmpty();
      assertThat(json.total("opened")).as(result.err()).isGreaterThan(5);
    }
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void whatItForgetsIsFoundWithItsOwnLine(Example example) throws Exception {
    for (Jdk jdk : Jdks.all()) {
      for (String packs : List.of(example.pack(), "auto")) {
        whatItForgetsIsFoundWithItsOwnLine(example, packs, jdk);
      }
    }
  }

  private void whatItForgetsIsFoundWithItsOwnLine(Example example, String packs, Jdk jdk)
      throws Exception {
    TrackedRun tracked = tracked(packs);
    JvmResult result = run(tracked, jdk, example, true);

    List<JsonObject> leaks = leaks(tracked.json());
    assertThat(leaks).as(result.err()).hasSize(1);
    JsonObject leak = leaks.get(0);
    assertThat(leak.get("type").getAsString()).isEqualTo(example.forgotten());
    assertThat(leak.get("count").getAsInt()).isEqualTo(1);
    String program = example.program().getSimpleName();
    assertThat(result.err())
        .contains(example.said())
        .containsPattern(program + "\\.forgets\\(" + program + "\\.java:\\d+\\) +<- your code");
  }

  private TrackedRun tracked(String packs) throws Exception {
    return TrackedRun.in(folder).option("packs=" + packs);
  }

  private static JvmResult run(TrackedRun tracked, Jdk jdk, Example example, boolean forgets)
      throws Exception {
    Pack pack =
        LibraryPacks.ALL.stream()
            .filter(each -> each.name().equals(example.pack()))
            .findFirst()
            .orElseThrow();
    Path places = Files.createDirectory(tracked.file("places"));
    return tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .jvmFlags(pack.flags().toArray(String[]::new))
        .main(example.program(), places.toString(), String.valueOf(forgets))
        .run()
        .expectSuccess();
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(finding -> finding.get("leak").getAsBoolean()).toList();
  }
}
