package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests with the Datadog agent, which inserts its own calls into every Runnable, including those of
 * other agents, and adds a field to many classes. In these tests, the Datadog agent sends no data.
 */
class DatadogIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.libraries.DatadogIT$Task
          subtypes: true
          type: job
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private static final String[] OFFLINE = {
    "-Ddd.writer.type=LoggingWriter",
    "-Ddd.instrumentation.telemetry.enabled=false",
    "-Ddd.remote_config.enabled=false",
    "-Ddd.jmxfetch.enabled=false",
    "-Ddd.profiling.enabled=false",
    "-Ddd.crashtracking.enabled=false",
    "-Ddd.trace.startup.logs=false",
    "-Ddatadog.slf4j.simpleLogger.defaultLogLevel=off",
  };

  @TempDir private Path folder;

  /**
   * The JDKs that the Datadog agent supports; on other JDKs, the Datadog agent changes no class.
   */
  static List<Jdk> jdks() {
    int newest = agent().matches(".*-1\\.[0-4]\\d\\.\\d+\\.jar") ? 23 : 25;
    return Jdks.all().stream().filter(jdk -> jdk.major() <= newest).toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void inFrontItChangesNothing(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = works(tracked.on(jdk).jvmFlags(OFFLINE).jvmFlags(agent()));

    assertTracked(result, tracked);
  }

  /**
   * If our agent's class file transformer ran a Runnable, the calls that the Datadog agent inserts
   * could break the transformer.
   */
  @ParameterizedTest
  @MethodSource("jdks")
  void behindItChangesNothing(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = works(tracked.on(jdk).jvmFlags(OFFLINE).jvmFlagsBehindAgent(agent()));

    assertTracked(result, tracked);
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(RULES).option("packs=jdk-threads");
  }

  private static JvmResult works(TestJvm jvm) throws Exception {
    return jvm.main(Works.class).run().expectSuccess();
  }

  private static String agent() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.matches(".*dd-java-agent-[\\d.]+\\.jar"))
        .findFirst()
        .map(jar -> "-javaagent:" + jar)
        .orElseThrow();
  }

  private static void assertTracked(JvmResult result, TrackedRun tracked) throws Exception {
    assertThat(result.out()).isEqualTo("Datadog has changed Job\n");
    assertThat(result.err()).doesNotContain("could not be woven", "Exception", "Error");
    JsonReport json = tracked.json();
    JsonObject jobs = json.findings("job").get(0);
    assertThat(jobs.get("count").getAsInt()).isEqualTo(2);
    assertThat(jobs.get("bytes").getAsLong()).isEqualTo(66);
    assertThat(JsonReport.frames(jobs, "openedBy").get(1)).startsWith("DatadogIT$Works.main(");
    assertThat(json.findings("executor"))
        .anySatisfy(
            executor ->
                assertThat(JsonReport.frames(executor, "openedBy").toString())
                    .contains("DatadogIT$Works.main("));
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** The rule applies to its subtypes. */
  interface Task extends Runnable, AutoCloseable {
    int size();
  }

  /** A task. The Datadog agent adds a field and an interface to this class. */
  static final class Job implements Task {
    @Override
    public int size() {
      return 33;
    }

    @Override
    public void run() {
      // There is nothing to do.
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Runs three jobs on a thread pool, but closes only one of the jobs. */
  static final class Works {
    private static final List<Object> KEPT = new ArrayList<>();

    private Works() {}

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1, Works::daemon);
      KEPT.add(pool);
      try (Job job = new Job()) {
        pool.submit(job).get();
      }
      for (int i = 0; i < 2; i++) {
        Job job = new Job();
        KEPT.add(job);
        pool.submit(job).get();
      }
      boolean changed =
          Arrays.stream(Job.class.getInterfaces())
              .anyMatch(each -> each.getName().startsWith("datadog."));
      System.out.println("Datadog has " + (changed ? "" : "not ") + "changed Job");
    }

    private static Thread daemon(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }
  }
}
