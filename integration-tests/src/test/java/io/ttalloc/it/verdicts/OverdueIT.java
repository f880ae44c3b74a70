package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** Tests a program that keeps a resource open for longer than its limit, and closes it late. */
class OverdueIT {
  private static final String RULES =
      Session.RULES
          + """
              - class: io.ttalloc.it.verdicts.OverdueIT$Lasting
                type: lasting
                open: [<init>]
                close: [close]
                older-than: never
            """;

  @TempDir private Path folder;

  @Variant
  @OneJdk
  void whatIsOverdueIsNoMoreWhenItIsClosed(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("older-than=10ms");
    Path own = Files.createTempDirectory(folder, "own");
    try (RunningJvm running = tracked.on(jdk).main(Program.class, own.toString()).start()) {
      running.awaitLine("^opened$");
      String pid = Long.toString(running.pid());
      assertThat(dump(tracked, pid, "--fail-on=leak").expectStatus(24).out())
          .startsWith("tt-alloc: NOT JUDGED. 7 B still open, OVERDUE, OPEN (")
          .contains("OVERDUE, not judged: 1 entry, 1 open, not growing (1 cycle)\n")
          .contains("  why      in use for longer than the limit of 10 ms\n")
          .containsPattern("           in use for [0-9.]+ m?s; opened by thread \"opener\"\n")
          .containsPattern("(?s)fix      call close\\(\\) .*; or raise older-than")
          .contains("OPEN, not judged: 1 entry, 1 open");

      Files.createFile(own.resolve("close"));
      running.awaitLine("^closed$");
      assertThat(dump(tracked, pid).expectSuccess().out())
          .contains("OPEN, not judged: 1 entry, 1 open")
          .doesNotContain("OVERDUE");

      Files.createFile(own.resolve("end"));
      assertThat(running.awaitEnd().expectSuccess().err())
          .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
    }
    assertThat(tracked.ledgers().ledgers()).isEmpty();
  }

  private static JvmResult dump(TrackedRun tracked, String ledger, String... options)
      throws Exception {
    String[] all = new String[options.length + 3];
    all[0] = "dump";
    all[1] = "--all";
    all[2] = ledger;
    System.arraycopy(options, 0, all, 3, options.length);
    return Monitor.jvm(all).environment("TT_ALLOC_DIR", tracked.ledgers().path().toString()).run();
  }

  /** A class whose rule sets no limit on how long its objects may stay open. */
  static final class Lasting implements AutoCloseable {
    @Override
    public void close() {}
  }

  /**
   * Opens two resources. Closes one of them when a file appears, and ends when another file
   * appears.
   */
  static final class Program {
    private Program() {}

    private static Session open() {
      return new Session(7);
    }

    private static void closeLate(Session session) {
      session.close();
    }

    public static void main(String[] args) throws Exception {
      Session[] opened = new Session[1];
      Thread opener = new Thread(() -> opened[0] = open(), "opener");
      opener.start();
      opener.join();
      try (Lasting lasting = new Lasting()) {
        long from = System.nanoTime();
        Await.until(() -> System.nanoTime() - from > TimeUnit.MILLISECONDS.toNanos(20));
        System.out.println("opened");
        Await.until(() -> Files.exists(Path.of(args[0], "close")));
        closeLate(opened[0]);
        System.out.println("closed");
        Await.until(() -> Files.exists(Path.of(args[0], "end")));
      }
    }
  }
}
