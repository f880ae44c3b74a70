package io.ttalloc.it.watched;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the shipped alerts in a real Prometheus that scrapes a monitor while a program leaks. */
class AlertsIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.watched.AlertsIT$Loses$Lane
          type: lane
          open: [<init>]
          close: [close]
          older-than: 200ms
      """;

  @TempDir private Path folder;

  /**
   * The program sets no marks. How long each condition must last is tested by the promtool tests of
   * the rules.
   */
  @Variant
  @Test
  void fireWhileAProgramLeaksAndWhenItIsKilled() throws Exception {
    if (!Prometheus.isThere()) {
      System.out.println("AlertsIT is skipped: no prometheus on the PATH");
    }
    assumeTrue(Prometheus.isThere(), "no prometheus on the PATH");
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.ledgers().keepAll();
    try (Server server = Server.on(tracked.ledgers().path());
        Prometheus prometheus =
            Prometheus.scraping(server.address(), folder, List.of(atOnce(folder)));
        RunningJvm program = tracked.on(Jdks.ofThisBuild()).main(Loses.class).start()) {
      for (String alert : List.of("Leaks", "CollectedUnclosed", "Overdue")) {
        prometheus.await(firing(alert, program), 1);
      }
      program.kill();
      prometheus.await(firing("KilledProcessLeftSomething", program), 1);
    }
  }

  private static String firing(String alert, RunningJvm program) {
    return "sum(ALERTS{alertname=\"TtAlloc%s\",alertstate=\"firing\",pid=\"%d\"})"
        .formatted(alert, program.pid());
  }

  /** The shipped rules, without the time for which a condition must last. */
  private static Path atOnce(Path folder) throws IOException {
    Path shipped = Repository.root().resolve("distribution/src/main/fleet/alerts.yml");
    String rules = Files.readString(shipped).replaceAll("( for:) [0-9]+m", "$1 0s");
    return Files.writeString(folder.resolve("alerts.yml"), rules);
  }

  /** Keeps one resource open and loses others for good. */
  static final class Loses {
    private Loses() {}

    public static void main(String[] args) {
      Lane held = new Lane();
      while (true) {
        lose();
        System.gc();
        LockSupport.parkNanos(held, TimeUnit.MILLISECONDS.toNanos(100));
      }
    }

    private static void lose() {
      new Lane();
    }

    static final class Lane implements AutoCloseable {
      @Override
      public void close() {}
    }
  }
}
