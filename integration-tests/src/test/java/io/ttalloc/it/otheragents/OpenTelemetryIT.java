package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.opentelemetry.javaagent.OpenTelemetryAgent;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;

/** The agent of OpenTelemetry, which puts helpers of its own on the boot class path. */
@Variant
class OpenTelemetryIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.OpenTelemetryIT$Task
          subtypes: true
          type: job
          open: [<init>]
          close: [close]
          bytes: size()
        - class: java.util.concurrent.ThreadPoolExecutor
          type: executor
          open: [<init>]
          close: [shutdown]
      """;

  private static final String[] OFFLINE = {
    "-Dotel.traces.exporter=none",
    "-Dotel.metrics.exporter=none",
    "-Dotel.logs.exporter=none",
    "-Dotel.javaagent.logging=none",
  };

  @TempDir private Path folder;

  @OneJdk
  void inFrontItKeepsNoClassFromBeingTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).jvmFlags(OFFLINE).jvmFlags(agent()).main(Works.class).run();

    assertTracked(result, tracked);
  }

  @OneJdk
  void behindItKeepsNoClassFromBeingTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked.on(jdk).jvmFlags(OFFLINE).jvmFlagsBehindAgent(agent()).main(Works.class).run();

    assertTracked(result, tracked);
  }

  private static String agent() {
    return "-javaagent:" + TestJvm.locationOf(OpenTelemetryAgent.class);
  }

  private static void assertTracked(JvmResult result, TrackedRun tracked) throws Exception {
    assertThat(result.expectSuccess().out()).isEqualTo("OpenTelemetry has changed Job\n");
    assertThat(result.err()).doesNotContain("could not be woven");
    JsonReport json = tracked.json();
    JsonObject jobs = json.findings("job").get(0);
    assertThat(jobs.get("count").getAsInt()).isEqualTo(2);
    assertThat(jobs.get("bytes").getAsLong()).isEqualTo(66);
    // It opens executors, too.
    assertThat(json.findings("executor"))
        .anySatisfy(
            executor ->
                assertThat(JsonReport.frames(executor, "openedBy").toString())
                    .contains("OpenTelemetryIT$Works.main("));
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** The rule is about its subtypes. */
  interface Task extends Runnable, AutoCloseable {
    int size();
  }

  /** A task that gets a field and interfaces of OpenTelemetry; one of those has no class file. */
  static final class Job implements Task {
    @Override
    public int size() {
      return 33;
    }

    @Override
    public void run() {
      // Nothing to do.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** Runs jobs on a pool, and closes none. */
  static final class Works {
    private static final List<Object> KEPT = new ArrayList<>();

    private Works() {}

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1, Works::daemon);
      KEPT.add(pool);
      for (int i = 0; i < 2; i++) {
        Job job = new Job();
        KEPT.add(job);
        pool.submit(job).get();
      }
      // It hides this interface from reflection on the class.
      boolean changed =
          Class.forName("io.opentelemetry.javaagent.bootstrap.VirtualFieldInstalledMarker")
              .isInstance(KEPT.get(1));
      System.out.println("OpenTelemetry has " + (changed ? "" : "not ") + "changed Job");
    }

    private static Thread daemon(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }
  }
}
