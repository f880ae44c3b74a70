package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests correct programs, and similar programs that leak. */
class NoFalseAlarmIT {

  @TempDir private Path folder;

  @EveryJdk
  void exitInsideTryWithResourcesIsInUseAndNoLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = tracked.on(jdk).main(ExitsInside.class, "exit").run().expectStatus(7);

    assertThat(result.err()).startsWith("tt-alloc: NO LEAK. 7 B still open, all IN_USE (");
    JsonObject finding = only(tracked.json());
    assertThat(finding.get("verdict").getAsString()).isEqualTo("IN_USE");
    assertThat(finding.get("leak").getAsBoolean()).isFalse();
    assertThat(JsonReport.texts(finding, "why").get(0))
        .matches(
            "the process ended while"
                + " NoFalseAlarmIT\\.ExitsInside\\.use\\(NoFalseAlarmIT\\.java:\\d+\\),"
                + " which had opened it or its owner, was still running");
  }

  @Variant
  @OneJdk
  void aWorkerThatIsTerminatedAtWorkIsInUse(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();
    try (RunningJvm running = tracked.on(jdk).main(ExitsInside.class, "work").start()) {
      running.awaitLine("^at work$");
      running.terminate().expectStatus(128 + 15);
    }

    assertThat(only(tracked.json()).get("verdict").getAsString()).isEqualTo("IN_USE");
  }

  @Variant
  @OneJdk
  void whatAHelperOpenedAndGaveAwayIsHeldThoughItsCallerRuns(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    tracked.on(jdk).main(ExitsInside.class, "helper").run().expectStatus(23);

    assertThat(only(tracked.json()).get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Session.RULES).option("fail-on=leak");
  }

  private static JsonObject only(JsonReport report) {
    assertThat(report.findings()).hasSize(1);
    return report.findings().get(0);
  }

  /** Ends in one of several ways while a session is open. */
  static final class ExitsInside {
    private ExitsInside() {}

    public static void main(String[] args) throws InterruptedException {
      switch (args[0]) {
        case "exit" -> use();
        case "helper" -> {
          Session session = help();
          System.out.println(session.size());
          System.exit(7);
        }
        default -> {
          new Thread(ExitsInside::work, "worker").start();
          new CountDownLatch(1).await();
        }
      }
    }

    private static void use() {
      try (Session session = new Session(7)) {
        System.out.println(session.size());
        System.exit(7);
      }
    }

    private static Session help() {
      return new Session(7);
    }

    private static void work() {
      try (Session session = new Session(7)) {
        System.out.println(session.size() == 7 ? "at work" : "closed");
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
