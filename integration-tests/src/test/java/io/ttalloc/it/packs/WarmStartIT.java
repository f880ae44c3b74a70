package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the report of a process does not depend on whether earlier processes have woven the
 * classes that it uses.
 */
@Variant
class WarmStartIT {
  private static final String WEAVER = "io.ttalloc.agent.shaded.bytebuddy.";
  private static final String ASM = "io.ttalloc.agent.shaded.asm.";
  private static final String RULES = "io.ttalloc.rules.yaml.";

  @TempDir private Path folder;

  @Reliability
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

  /** A warm start itself uses classes that a rule may name, to read the cached classes. */
  @EveryJdk
  void aWarmStartReadsNoRulesLoadsNoWeaverAndRecordsFromTheFirstOn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    assertThat(loadedFrom(tracked, jdk, "cold")).contains(WEAVER, ASM, RULES);

    // No earlier process has used these classes.
    tracked.withOwnFolder(jdk).main(OpensFolders.class, folder.toString()).run().expectSuccess();
    assertThat(tracked.json().total("live")).isEqualTo(OpensFolders.COUNT);

    assertWarmSoon(tracked, jdk);
  }

  @OneJdk
  void aProcessInWhichNothingMatchesReadsNoRulesAgain(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=tt-runtime");

    for (boolean warm : new boolean[] {false, true}) {
      TestJvm jvm =
          tracked.withOwnFolder(jdk).main(LeavesAFileOpen.class, tracked.file("some").toString());
      assertThat(partsLoadedBy(jvm, tracked.file("warm-" + warm + ".log")).contains(RULES))
          .isEqualTo(!warm);
    }
  }

  /** Damages one byte of each file; ClassCacheTest damages every byte of a file. */
  @OneJdk
  void whatOthersMayWriteIsNotUsedAndDamageCostsOnlyTime(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    List<String> cold = loadedFrom(tracked, jdk, "cold");
    for (Path file : tracked.ledgers().wovenFiles()) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    assertThat(loadedFrom(tracked, jdk, "open to others")).isEqualTo(cold);
    damageCostsOnlyTime(tracked, jdk, cold, length -> length / 2);
    assertWarmSoon(tracked, jdk);
  }

  @Reliability
  @Test
  void damageAnywhereCostsOnlyTime() throws Exception {
    Jdk jdk = Jdks.ofThisBuild();
    TrackedRun tracked = TrackedRun.in(folder);
    List<String> cold = loadedFrom(tracked, jdk, "cold");
    for (int part = 0; part < 8; part++) {
      int eighths = part;
      damageCostsOnlyTime(tracked, jdk, cold, length -> length * eighths / 8);
    }
    assertWarmSoon(tracked, jdk);
  }

  private static void damageCostsOnlyTime(
      TrackedRun tracked, Jdk jdk, List<String> cold, LongUnaryOperator place) throws Exception {
    List<Path> files = tracked.ledgers().wovenFiles();
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      damage(file, place.applyAsLong(Files.size(file)));
    }
    assertThat(cold).containsAll(loadedFrom(tracked, jdk, "damaged"));
  }

  /**
   * Runs the program until {@link #loadedFrom} returns nothing, up to three times. The JDK classes
   * that a cold start itself uses are woven after loading; if the next process loads such a class
   * for the program, the class is woven during loading, in a different form.
   */
  private static void assertWarmSoon(TrackedRun tracked, Jdk jdk) throws Exception {
    List<String> loaded = List.of("not run");
    for (int run = 0; run < 3 && !loaded.isEmpty(); run++) {
      loaded = loadedFrom(tracked, jdk, "warm " + run);
    }
    assertThat(loaded).isEmpty();
  }

  private static void damage(Path path, long at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(~old);
    }
  }

  /**
   * Runs a program that leaks a file, and returns which of {@link #WEAVER}, {@link #ASM} and {@link
   * #RULES} were loaded.
   */
  private static List<String> loadedFrom(TrackedRun tracked, Jdk jdk, String run) throws Exception {
    List<String> found =
        partsLoadedBy(
            tracked.withOwnFolder(jdk).main(LeavesAFileOpen.class, tracked.file("some").toString()),
            tracked.file(run.replace(' ', '-') + ".log"));

    assertThat(tracked.json().findings("file"))
        .as(run)
        .singleElement()
        .matches(file -> file.get("verdict").getAsString().equals("LEFT_OPEN"));
    assertThat(tracked.json().confidenceReasons()).as(run).isEmpty();
    Files.delete(tracked.jsonFile());
    return found;
  }

  private static List<String> partsLoadedBy(TestJvm jvm, Path file) throws Exception {
    ClassLoadLog log = new ClassLoadLog(file);
    jvm.jvmFlags(log.flag()).run().expectSuccess();
    List<String> found = new ArrayList<>();
    List<String> names = log.names();
    for (String prefix : List.of(WEAVER, ASM, RULES)) {
      if (names.stream().anyMatch(name -> name.startsWith(prefix))) {
        found.add(prefix);
      }
    }
    return found;
  }

  @OneJdk
  void classesOfJarsAreKnownUntilOthersMayBeInTheirPlace(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    Path jar =
        Files.copy(
            Path.of(Assertions.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
            folder.resolve("library.jar"));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path named = folder.resolve("named.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "extra/");
    new JarOutputStream(Files.newOutputStream(named), manifest).close();

    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("cold").isTrue();
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("warm").isFalse();
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("another jar").isTrue();
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("known again").isFalse();
    Path extra = Files.createDirectories(folder.resolve("extra/org/assertj/core/error"));
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("in a manifest").isTrue();
    Files.delete(extra);
    Path inPackage = Files.createDirectories(classes.resolve("org/assertj/core/error"));
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("a folder before it").isTrue();
    assertThat(rulesAreReadBy(tracked, jdk, jar, classes, named)).as("the same again").isTrue();
    Files.delete(inPackage);
  }

  /**
   * Whether rules are read when a program loads the classes of a jar, with other entries before the
   * jar on the class path.
   */
  private boolean rulesAreReadBy(TrackedRun tracked, Jdk jdk, Path jar, Path... before)
      throws Exception {
    Path log = Files.createTempFile(folder, "classes", ".log");
    return partsLoadedBy(
            tracked
                .withOwnFolder(jdk)
                .classPath(before)
                .classPath(jar)
                .main(LoadsClasses.class, jar.toString()),
            log)
        .contains(RULES);
  }

  /** Loads classes from a jar that also contains their supertypes. */
  static final class LoadsClasses {
    private LoadsClasses() {}

    public static void main(String[] args) throws Exception {
      List<String> names = new ArrayList<>();
      try (JarFile jar = new JarFile(args[0])) {
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
          String name = all.nextElement().getName();
          if (name.startsWith("org/assertj/core/error/Should") && name.endsWith(".class")) {
            names.add(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
          }
        }
      }
      for (String name : names) {
        Class<?> unused = Class.forName(name, false, LoadsClasses.class.getClassLoader());
      }
      if (names.size() < 100) {
        throw new AssertionError(names.size() + " classes, expected 100");
      }
    }
  }

  /** Uses a class that {@link LeavesAFileOpen} does not load. */
  static final class OpensFolders {
    static final int COUNT = 50;
    private static final List<DirectoryStream<Path>> OPEN = new ArrayList<>();

    private OpensFolders() {}

    @SuppressWarnings("StreamResourceLeak")
    public static void main(String[] args) throws IOException {
      for (int i = 0; i < COUNT; i++) {
        OPEN.add(Files.newDirectoryStream(Path.of(args[0])));
      }
    }
  }

  /** The program, which leaks a file. */
  static final class LeavesAFileOpen {
    private static final List<FileInputStream> OPEN = new ArrayList<>();

    private LeavesAFileOpen() {}

    public static void main(String[] args) throws IOException {
      Files.writeString(Path.of(args[0]), "some");
      OPEN.add(new FileInputStream(args[0]));
    }
  }
}
