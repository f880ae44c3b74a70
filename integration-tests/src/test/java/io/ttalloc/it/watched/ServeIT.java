package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeIT {
  private static final int PROCESSES = 3;
  private static final int KILLED = 1;

  /** The argument of the program whose metrics and profiles other tools read. */
  static final int NUMBER = 9;

  static final String RULES =
      """
        - class: io.ttalloc.it.watched.ServeIT$Program$Lane
          type: lane
          open: [<init>]
          close: [close]
          bytes: bytes()
      """;

  @TempDir private Path folder;

  /** The numbers of resources that a process opened and closed, according to its own count. */
  private record Own(long opened, long closed) {
    static Own of(RunningJvm program) throws InterruptedException {
      Matcher said =
          Pattern.compile("opened (\\d+) closed (\\d+)").matcher(program.awaitLine("^opened "));
      assertThat(said.find()).isTrue();
      return new Own(Long.parseLong(said.group(1)), Long.parseLong(said.group(2)));
    }

    long open() {
      return opened - closed;
    }
  }

  /** One of three processes is killed while they run; the others continue undisturbed. */
  @OneJdk
  void saysWhatRunsWhatWasKilledAndWhatItLeft(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    List<RunningJvm> programs = new ArrayList<>();
    try (Server server = serverOn(tracked)) {
      Map<Long, Own> counts = new HashMap<>();
      for (int i = 0; i < PROCESSES; i++) {
        programs.add(tracked.on(jdk).main(Program.class, Integer.toString(i + 1)).start());
      }
      for (RunningJvm program : programs) {
        counts.put(program.pid(), Own.of(program));
        server.awaitLine("^\\+ \\[PID " + program.pid() + "] is running: ");
      }
      for (RunningJvm killed : programs.subList(0, KILLED)) {
        killed.kill();
        server.awaitLine("^! \\[PID " + killed.pid() + "] was killed: ");
        long open = counts.get(killed.pid()).open();
        assertThat(server.awaitLine("^ *OPEN, not judged: " + open + " open, "))
            .contains("Program.open");
      }

      assertThat(server.get("/metrics"))
          .contains("tt_alloc_processes{state=\"killed\"} 1.0")
          .contains("tt_alloc_processes{state=\"running\"} 2.0");
      RunningJvm first = programs.get(0);
      assertThat(server.get("/processes/" + first.pid() + "/report.txt"))
          .contains("OPEN, not judged")
          .contains("ServeIT.Program.open(ServeIT.java:");
      for (RunningJvm undisturbed : programs.subList(KILLED, PROCESSES)) {
        assertThat(undisturbed.isAlive()).isTrue();
        assertThat(undisturbed.terminate().err()).contains("1 LEAK");
      }
      long left = counts.values().stream().mapToLong(Own::open).sum();
      long max = counts.values().stream().mapToLong(Own::open).max().orElseThrow();
      assertThat(server.terminate().out())
          .endsWith(
              "  Active allocations: 0 (%d ended processes left %d, at most %d each)\n"
                  .formatted(PROCESSES, left, max));
    } finally {
      programs.forEach(RunningJvm::close);
    }
  }

  @Variant
  @Test
  void aRealPrometheusReadsTheMetricsAndGoReadsTheProfiles() throws Exception {
    if (!Prometheus.isThere()) {
      System.out.println("ServeIT with Prometheus is skipped: no prometheus on the PATH");
    }
    if (!GoPprof.isThere()) {
      System.out.println("ServeIT with Go's pprof is skipped: no go on the PATH");
    }
    assumeTrue(Prometheus.isThere() || GoPprof.isThere(), "neither is on the PATH");
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    try (Server server = serverOn(tracked);
        RunningJvm program =
            tracked.on(Jdks.ofThisBuild()).main(Program.class, "" + NUMBER).start()) {
      Own own = Own.of(program);
      server.awaitLine("^\\+ \\[PID " + program.pid() + "] is running: ");
      if (GoPprof.isThere()) {
        new GoPprof(folder).readsTheSameTotalsAsTheReportHas(server, program.pid());
      }
      if (Prometheus.isThere()) {
        prometheusReadsTheMetrics(server, program, own);
      }
    }
  }

  private void prometheusReadsTheMetrics(Server server, RunningJvm program, Own own)
      throws Exception {
    try (Prometheus prometheus = Prometheus.scraping(server.address(), folder)) {
      prometheus.await("sum(tt_alloc_live{type=\"lane\"})", own.open());
      prometheus.await("tt_alloc_opened_total{pid=\"" + program.pid() + "\"}", own.opened());
      prometheus.await("sum(tt_alloc_lifetime_seconds_count)", own.closed());

      Path metrics = Files.writeString(folder.resolve("metrics.txt"), server.get("/metrics"));
      assertThat(Prometheus.promtool(metrics, "check", "metrics")).isEqualTo("status 0: ");
    }
    Path fleet = Repository.root().resolve("distribution/src/main/fleet");
    assertThat(
            Prometheus.promtool(
                fleet.resolve("alerts.yml"),
                "check",
                "config",
                fleet.resolve("prometheus.yml").toString()))
        .startsWith("status 0: ")
        .contains("SUCCESS: 10 rules found");
  }

  private Server serverOn(TrackedRun tracked) throws Exception {
    tracked.ledgers().keepAll();
    return Server.on(tracked.ledgers().path());
  }

  /**
   * Opens and closes the requested numbers of resources, prints these numbers, and waits until it
   * is killed.
   */
  static final class Program {
    private static final List<Lane> OPEN = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws InterruptedException {
      int number = Integer.parseInt(args[0]);
      for (int i = 0; i < 100 * number; i++) {
        open();
      }
      for (int i = 0; i < 7 * number; i++) {
        OPEN.remove(0).close();
      }
      System.out.println("opened " + 100 * number + " closed " + 7 * number);
      new CountDownLatch(1).await();
    }

    private static void open() {
      OPEN.add(new Lane());
    }

    static final class Lane implements AutoCloseable {
      long bytes() {
        return 64;
      }

      @Override
      public void close() {}
    }
  }
}
