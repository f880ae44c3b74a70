package io.ttalloc.it.evidence;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs of the demonstration that several test classes inspect. Each scenario runs once per JDK and
 * build. The files of a run are kept below {@code target/}, with a lock for each run, because the
 * build runs its test classes in two processes. Tests must not change the returned values.
 * Thread-safe.
 *
 * <p>A test that needs its own run, for example to compare two runs of a scenario, calls {@link
 * DemoRun#in}.
 */
public final class SharedDemoRuns {
  /**
   * The system property that names a folder used by no other build. If it is not set, this process
   * creates its own folder.
   */
  private static final String PROPERTY = "test.sharedRuns";

  private static final String OUT = "out.txt";
  private static final String ERR = "err.txt";

  /** The file that is written last; a folder without it was left behind by a killed process. */
  private static final String STATUS = "status.txt";

  private static final Map<String, DemoRun> KNOWN = new HashMap<>();
  private static final Path FOLDER = folder();

  private SharedDemoRuns() {}

  /** Returns the run of a scenario on a JDK; starts a JVM only if this build has not run it yet. */
  public static synchronized DemoRun of(Jdk jdk, String... scenario)
      throws IOException, InterruptedException {
    String key = jdk.major() + " " + String.join(" ", scenario);
    DemoRun known = KNOWN.get(key);
    if (known == null) {
      known = readOrRun(FOLDER.resolve(key.replace(' ', '_')), jdk, scenario);
      KNOWN.put(key, known);
    }
    return known;
  }

  private static DemoRun readOrRun(Path folder, Jdk jdk, String... scenario)
      throws IOException, InterruptedException {
    prepare();
    try (FileChannel channel = open(FOLDER.resolve(folder.getFileName() + ".lock"));
        FileLock held = channel.lock()) {
      assert held.isValid();
      TrackedRun tracked = TrackedRun.at(folder);
      if (!Files.exists(folder.resolve(STATUS))) {
        delete(folder);
        Files.createDirectory(folder);
        write(folder, DemoRun.run(tracked, jdk, scenario));
      }
      return DemoRun.read(tracked, result(folder));
    }
  }

  private static void write(Path folder, JvmResult result) throws IOException {
    Files.writeString(folder.resolve(OUT), result.out());
    Files.writeString(folder.resolve(ERR), result.err());
    Files.writeString(folder.resolve(STATUS), Integer.toString(result.exitStatus()));
  }

  private static JvmResult result(Path folder) throws IOException {
    return new JvmResult(
        Integer.parseInt(Files.readString(folder.resolve(STATUS))),
        Files.readString(folder.resolve(OUT)),
        Files.readString(folder.resolve(ERR)));
  }

  private static Path folder() {
    String named = System.getProperty(PROPERTY);
    return named != null
        ? Path.of(named)
        : Repository.root()
            .resolve("integration-tests/target/shared-runs/pid-" + ProcessHandle.current().pid());
  }

  /**
   * Creates the folder, and deletes the folders of earlier builds. Only the first process to call
   * this method does so.
   */
  private static void prepare() throws IOException {
    Files.createDirectories(FOLDER.getParent());
    try (FileChannel channel = open(FOLDER.resolveSibling("lock"));
        FileLock held = channel.lock()) {
      assert held.isValid();
      if (Files.exists(FOLDER)) {
        return;
      }
      try (Stream<Path> earlier = Files.list(FOLDER.getParent())) {
        for (Path folder : earlier.filter(Files::isDirectory).toList()) {
          delete(folder);
        }
      }
      Files.createDirectory(FOLDER);
    }
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
