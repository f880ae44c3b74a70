package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process finds the same, whether or not earlier ones have woven the classes that it uses. */
class WarmStartIT {
  private static final String WEAVER = "io.ttalloc.agent.shaded.bytebuddy.";
  private static final String ASM = "io.ttalloc.agent.shaded.asm.";
  private static final String RULES = "io.ttalloc.rules.yaml.";

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("packs")
  void allPacksFindTheSameColdAndWarm(Pack pack) throws Exception {
    List<Map<String, Long>> leaks = PackRuns.leaksColdAndWarm(pack, Jdks.ofThisBuild(), folder);

    assertThat(leaks.get(0)).isNotEmpty();
    assertThat(leaks.get(1)).isEqualTo(leaks.get(0));
  }

  static List<Pack> packs() {
    return Packs.ALL;
  }

  @EveryJdk
  void aWarmStartReadsNoRulesAndLoadsNoWeaver(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    assertThat(loadedFrom(tracked, jdk, "cold")).contains(WEAVER, ASM, RULES);
    assertWarmSoon(tracked, jdk);
  }

  @EveryJdk
  void whatOthersMayWriteIsNotUsed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    List<String> cold = loadedFrom(tracked, jdk, "cold");
    for (Path file : tracked.ledgers().wovenFiles()) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    assertThat(loadedFrom(tracked, jdk, "open to others")).isEqualTo(cold);
    assertWarmSoon(tracked, jdk);
  }

  /** Wherever it is: in the header, in the table, in what was woven. */
  @EveryJdk
  void damageCostsOnlyTime(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    List<String> cold = loadedFrom(tracked, jdk, "cold");
    for (int part = 0; part < 8; part++) {
      for (Path file : tracked.ledgers().wovenFiles()) {
        damage(file, part);
      }
      List<String> loaded = loadedFrom(tracked, jdk, "damaged " + part);
      assertThat(cold).containsAll(loaded);
    }
    assertWarmSoon(tracked, jdk);
  }

  /**
   * What a cold start itself loads of the JDK is woven when it is loaded already; in the next
   * process the program may load it, and then it is woven once more, in the other way.
   */
  private static void assertWarmSoon(TrackedRun tracked, Jdk jdk) throws Exception {
    List<String> loaded = List.of("not run");
    for (int run = 0; run < 3 && !loaded.isEmpty(); run++) {
      loaded = loadedFrom(tracked, jdk, "warm " + run);
    }
    assertThat(loaded).isEmpty();
  }

  private static void damage(Path path, int part) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long at = file.length() * part / 8;
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(~old);
    }
  }

  /** Runs a program that leaks a file, and answers which of the parts above it has loaded. */
  private static List<String> loadedFrom(TrackedRun tracked, Jdk jdk, String run) throws Exception {
    ClassLoadLog log = new ClassLoadLog(tracked.file(run.replace(' ', '-') + ".log"));
    tracked
        .withOwnFolder(jdk)
        .jvmFlags(log.flag())
        .main(LeavesAFileOpen.class, tracked.file("some").toString())
        .run()
        .expectSuccess();

    assertThat(tracked.json().findings("file"))
        .as(run)
        .singleElement()
        .matches(file -> file.get("verdict").getAsString().equals("LEFT_OPEN"));
    assertThat(tracked.json().confidenceReasons()).as(run).isEmpty();
    Files.delete(tracked.jsonFile());
    List<String> found = new ArrayList<>();
    List<String> names = log.names();
    for (String prefix : List.of(WEAVER, ASM, RULES)) {
      if (names.stream().anyMatch(name -> name.startsWith(prefix))) {
        found.add(prefix);
      }
    }
    return found;
  }

  /** The program. */
  static final class LeavesAFileOpen {
    private static final List<FileInputStream> OPEN = new ArrayList<>();

    private LeavesAFileOpen() {}

    public static void main(String[] args) throws IOException {
      Files.writeString(Path.of(args[0]), "some");
      OPEN.add(new FileInputStream(args[0]));
    }
  }
}
