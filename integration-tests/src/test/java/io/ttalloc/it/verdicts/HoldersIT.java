package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/** Tests the paths that keep resources reachable, read from outside the process. */
class HoldersIT {

  @TempDir private Path folder;

  @OneJdk
  void aRunningProcessIsAskedAndAnOlderDumpOfItIsRead(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES);
    Path own = Files.createTempDirectory(folder, "own");
    try (RunningJvm running = tracked.on(jdk).main(Keeper.class, own.toString()).start()) {
      running.awaitLine("^opened$");
      JvmResult asked = dump(tracked, Long.toString(running.pid()), "--holders").expectSuccess();
      assertThat(asked.out())
          .contains("OPEN, not judged: 1 entry, 1 open")
          .contains("kept     by static HoldersIT.Keeper.KEPT -> {ArrayList[0]}\n");
      assertThat(asked.err())
          .matches(
              "(tt-alloc: [a-z].* \\.\\.\\.\n)*tt-alloc: process %d was paused for .* while its live objects were dumped \\(.* B\\); the dump was read in .* and deleted\n"
                  .formatted(running.pid()));

      Files.createFile(own.resolve("go"));
      running.awaitLine("^dumped$");
      running.kill();
    }

    String ledger = tracked.ledgers().ledgers().get(0).toString();
    JvmResult read = dump(tracked, ledger, "--heap", own.resolve("x.hprof").toString());
    assertThat(read.expectSuccess().out())
        .contains("OPEN, not judged: 1 entry, 2 open")
        .containsPattern(
            "kept     by static HoldersIT.Keeper.KEPT -> \\{ArrayList\\[0]} when the heap was dumped, .* before the report\n")
        .doesNotContain("ArrayList[1]", "LOST");
    // On a busy machine, reading the heap may take long enough for a progress message.
    assertThat(read.err()).matches("(tt-alloc: reading a heap dump of [0-9,]+ B \\.\\.\\.\n)?");
  }

  /** Runs the dump command, and asserts that it leaves no temporary file behind. */
  private JvmResult dump(TrackedRun tracked, String... arguments) throws Exception {
    Path temporary = Files.createTempDirectory(folder, "tmp");
    List<String> all = new ArrayList<>(List.of("dump", "--all"));
    all.addAll(List.of(arguments));
    JvmResult result =
        Monitor.jvm(all.toArray(String[]::new))
            .jvmFlags("-Djava.io.tmpdir=" + temporary)
            .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
            .run();
    assertThat(temporary).isEmptyDirectory();
    return result;
  }

  /** Opens a session, dumps the heap of its JVM when a file appears, and then opens another. */
  static final class Keeper {
    private static final List<Session> KEPT = new ArrayList<>();

    private Keeper() {}

    public static void main(String[] args) throws Exception {
      KEPT.add(new Session(7));
      long opened = System.nanoTime();
      System.out.println("opened");
      // A heap dump is trusted only for resources opened more than a second before the dump.
      Await.until(
          () ->
              Files.exists(Path.of(args[0], "go"))
                  && System.nanoTime() - opened > TimeUnit.MILLISECONDS.toNanos(1_100));
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(Path.of(args[0], "x.hprof").toString(), true);
      KEPT.add(new Session(8));
      System.out.println("dumped");
      while (true) {
        LockSupport.park();
      }
    }
  }
}
