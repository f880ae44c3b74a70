package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests how other processes see a process that is ending while a separate reader process reads its
 * heap dump. A script starts the reader and delays it until a file exists.
 */
@Variant
class ReaderProcessIT {
  private static final String[] OWN_IDS = {
    "unshare", "--pid", "--fork", "--kill-child", "--mount-proc"
  };
  private static final String KEPT = "kept     by static ReaderProcessIT.Leaves.OPEN";

  @TempDir private Path folder;
  private Path temporary;
  private TrackedRun tracked;

  @BeforeEach
  void makeFolders() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    tracked = TrackedRun.in(folder).option("holders=true");
  }

  /**
   * The packs track file streams. Nevertheless, the streams that the agent opens for the heap dump
   * and its reader must appear neither in the ledger nor in the report.
   */
  @OneJdk
  void isNothingThatTheProgramHasOpened(Jdk jdk) throws Exception {
    try (RunningJvm ending = whileItsHeapIsRead(jdk)) {
      LedgerImage meanwhile = tracked.ledgers().read();
      assertThat(openIn(meanwhile)).containsExactly("file");
      assertNothingOfIt(meanwhile);

      letRead();
      assertThat(ending.awaitEnd().expectSuccess().err()).contains(KEPT);
    }
    JsonReport report = tracked.json();
    assertThat(report.findings()).hasSize(1);
    assertThat(report.misuse()).isEmpty();
    assertThat(report.total("unknownCloses")).isZero();
    assertNothingOfIt(tracked.ledgers().read());
  }

  /** In a separate PID namespace, no process has the id of the ending process. */
  @OneJdk
  void aProcessWithIdsOfItsOwnLeavesTheFolderAlone(Jdk jdk) throws Exception {
    assumeTrue(isPossible(OWN_IDS), "needs " + String.join(" ", OWN_IDS));
    try (RunningJvm ending = whileItsHeapIsRead(jdk)) {
      List<Path> inUse = folders();
      assertThat(inUse).hasSize(1);

      String report =
          leaves(TrackedRun.in(folder).option("holders=true"), jdk, "reads at once")
              .launchedBy(OWN_IDS)
              .run()
              .expectSuccess()
              .err();

      assertThat(report).contains(KEPT);
      assertThat(folders()).isEqualTo(inUse);
      assertThat(inUse.get(0).resolve("heap.hprof")).exists();
      letRead();
      assertThat(ending.awaitEnd().expectSuccess().err()).contains(KEPT);
    }
    assertThat(folders()).isEmpty();
  }

  private RunningJvm whileItsHeapIsRead(Jdk jdk) throws IOException {
    Path home = javaHomeThatWaits(jdk);
    // Makes a separate process read the dump, whatever the size of the heap.
    RunningJvm ending =
        leaves(tracked, jdk, home.toString()).jvmFlags("-XX:+ExitOnOutOfMemoryError").start();
    Await.until(() -> Files.exists(folder.resolve("reads")));
    return ending;
  }

  private TestJvm leaves(TrackedRun run, Jdk jdk, String argument) {
    return run.on(jdk).jvmFlags("-Djava.io.tmpdir=" + temporary).main(Leaves.class, argument);
  }

  /**
   * A Java home whose {@code java} command waits for permission and then starts the real command.
   */
  private Path javaHomeThatWaits(Jdk jdk) throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        : > '%1$s/reads'
        i=0
        until [ -e '%1$s/go' ] || [ $i = 1000 ]; do sleep 0.1; i=$((i + 1)); done
        exec '%2$s' "$@"
        """
            .formatted(folder, jdk.home().resolve("bin/java")));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return home;
  }

  private void letRead() throws IOException {
    Files.createFile(folder.resolve("go"));
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(path -> path.getFileName().toString().startsWith("tt-alloc-heap-"))
          .toList();
    }
  }

  private static List<String> openIn(LedgerImage image) throws IOException {
    List<SlotEntry> slots = new ArrayList<>();
    image.forEachSlot(slots::add);
    return slots.stream().map(slot -> slot.tally().type().name()).toList();
  }

  /** Asserts that no resource of the reader was recorded, not even a closed one. */
  private static void assertNothingOfIt(LedgerImage image) {
    assertThat(image.tallies().values())
        .isNotEmpty()
        .allSatisfy(
            tally ->
                assertThat(tally.stack())
                    .noneMatch(frame -> frame.className().startsWith("java.lang.Process"))
                    .noneMatch(frame -> frame.className().startsWith("io.ttalloc.heap.")));
  }

  private static boolean isPossible(String... command) throws InterruptedException {
    String[] tried = Stream.concat(Stream.of(command), Stream.of("true")).toArray(String[]::new);
    try {
      return new ProcessBuilder(tried).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Leaves a file open. If the argument is an existing folder, it becomes the Java home. */
  static final class Leaves {
    private static final List<FileInputStream> OPEN = new ArrayList<>();

    private Leaves() {}

    public static void main(String[] args) throws Exception {
      Thread opening = new Thread(() -> OPEN.add(open()));
      opening.start();
      opening.join();
      if (Files.exists(Path.of(args[0]))) {
        System.setProperty("java.home", args[0]);
      }
    }

    private static FileInputStream open() {
      try {
        return new FileInputStream("/dev/null");
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
