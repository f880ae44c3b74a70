package io.ttalloc.it.watched;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the monitor on a machine with forty threads that never wait. How late it reports depends on
 * the machine.
 */
@Variant
@Reliability
class BusyMachineIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.watched.BusyMachineIT$Program$Block
          type: block
          open: [<init>]
          close: [close]
          bytes: bytes()
          address: address()
      """;

  private static final int PROCESSES = 6;
  private static final int KILLED = 2;
  private static final int BUSY_THREADS = 40;
  private static final Duration LATEST = Duration.ofSeconds(5);

  @TempDir private Path folder;

  /**
   * First, one leak of each process is reported. Then two processes get another leak, and are
   * killed.
   */
  @Test
  void verdictsMetricsAndNotificationsOnKilledProcessesComeInTime() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.ledgers().keepAll();
    Path gate = folder.resolve("gate");
    List<RunningJvm> programs = new ArrayList<>();
    try (NotifyReceiver leaks = new NotifyReceiver();
        Server server = Server.on(tracked.ledgers().path(), "--notify=" + leaks.url("/leaks"))) {
      for (int i = 0; i < PROCESSES; i++) {
        String[] arguments = i < KILLED ? new String[] {gate.toString()} : new String[0];
        programs.add(tracked.on(Jdks.ofThisBuild()).main(Program.class, arguments).start());
      }
      for (int i = 0; i < PROCESSES; i++) {
        assertThat(json(leaks.next()).get("title").getAsString()).endsWith("Program.open");
      }
      List<RunningJvm> killed = programs.subList(0, KILLED);
      Set<Long> pids = new HashSet<>();
      killed.forEach(program -> pids.add(program.pid()));
      assertThat(wrong(new Metrics(server.get("/metrics")), pids)).contains("running with 1 leaks");
      try (RunningJvm busy = TestJvm.on(Jdks.ofThisBuild()).main(Busy.class).start()) {
        busy.awaitLine("^busy$");
        Files.createFile(gate);
        for (RunningJvm program : killed) {
          program.awaitLine("^leaks again$");
        }
        for (RunningJvm program : killed) {
          program.kill();
        }
        long begin = System.nanoTime();
        Set<Long> notified = new HashSet<>();
        while (!notified.equals(pids)) {
          JsonObject leak = json(leaks.next());
          assertThat(leak.get("title").getAsString()).endsWith("Program.openAgain");
          notified.add(leak.get("pid").getAsLong());
        }
        server.await("/metrics", text -> wrong(new Metrics(text), pids));
        for (RunningJvm program : killed) {
          server.awaitLine("^  \\[PID " + program.pid() + "] ");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LATEST);
      }
    } finally {
      programs.forEach(RunningJvm::close);
    }
  }

  private static String wrong(Metrics metrics, Set<Long> killed) {
    StringBuilder wrong = new StringBuilder();
    for (long pid : killed) {
      String state = metrics.state(pid);
      long leaks = metrics.sum("tt_alloc_leaks", pid);
      long outdated = metrics.sum("tt_alloc_report_outdated", pid);
      if (!state.equals("killed") || leaks != 2 || outdated != 0) {
        wrong.append(
            "%d is %s with %d leaks, outdated %d; ".formatted(pid, state, leaks, outdated));
      }
    }
    return wrong.toString();
  }

  private static JsonObject json(byte[] body) {
    return JsonParser.parseString(new String(body, UTF_8)).getAsJsonObject();
  }

  /** Gives the same address to two owners, and another one to two more when a file appears. */
  static final class Program {
    private static final List<Block> OPEN = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws InterruptedException {
      open();
      if (args.length > 0) {
        Await.until(() -> Files.exists(Path.of(args[0])));
        openAgain();
        System.out.println("leaks again");
      }
      new CountDownLatch(1).await();
    }

    private static void open() {
      for (int i = 0; i < 2; i++) {
        OPEN.add(new Block(4_096));
      }
    }

    private static void openAgain() {
      for (int i = 0; i < 2; i++) {
        OPEN.add(new Block(8_192));
      }
    }

    static final class Block implements AutoCloseable {
      private final long address;

      Block(long address) {
        this.address = address;
      }

      long address() {
        return address;
      }

      long bytes() {
        return 64;
      }

      @Override
      public void close() {}
    }
  }

  /** Threads that never wait, until the process is killed. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] args) {
      for (int i = 0; i < BUSY_THREADS; i++) {
        new Thread(Busy::spin).start();
      }
      System.out.println("busy");
    }

    private static void spin() {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
    }
  }
}
