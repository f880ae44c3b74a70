package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
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

/** Tests with the OpenTelemetry agent, which puts its helper classes on the boot class path. */
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

  private static final String TRACED =
      """
        - class: io.ttalloc.it.otheragents.OpenTelemetryIT$Named
          type: named
          open: [<init>]
          close: [close]
          label: name()
        - class: io.ttalloc.it.otheragents.OpenTelemetryIT$Errand
          type: errand
          open: [<init>]
          close: [close]
      """;

  private static final String[] OFFLINE = {
    "-Dotel.traces.exporter=none",
    "-Dotel.metrics.exporter=none",
    "-Dotel.logs.exporter=none",
    "-Dotel.javaagent.logging=none",
  };

  @TempDir private Path folder;

  @OneJdk
  void inFrontItKeepsNoClassFromBeingTrackedAndALeakHasItsTraceAndSpan(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("trace-ids=on").rules(RULES + TRACED);

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags(OFFLINE)
            .jvmFlags(agent())
            .classPath(api())
            .main(Works.class, "traced")
            .run();

    assertTracked(result, tracked);
    assertTraced(tracked);
  }

  @OneJdk
  void behindItKeepsNoClassFromBeingTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked.on(jdk).jvmFlags(OFFLINE).jvmFlagsBehindAgent(agent()).main(Works.class).run();

    assertTracked(result, tracked);
  }

  @OneJdk
  void withoutItALeakHasTheTraceAndSpanInWhichItWasOpened(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("trace-ids=on").rules(TRACED);

    tracked.on(jdk).classPath(api()).main(Traced.class).run().expectSuccess();

    assertTraced(tracked);
  }

  private static Path[] api() throws Exception {
    return new Path[] {
      TestJvm.locationOf(Span.class),
      TestJvm.locationOf(Scope.class),
      TestJvm.locationOf(Class.forName("io.opentelemetry.common.ComponentLoader"))
    };
  }

  private static void assertTraced(TrackedRun tracked) throws Exception {
    String trace = "trace " + Traced.TRACE + " span " + Traced.SPAN;
    JsonReport json = tracked.json();
    assertThat(JsonReport.texts(json.findings("named").get(0), "labels"))
        .containsExactlyInAnyOrder("before", "within, " + trace, "after");
    assertThat(JsonReport.texts(json.findings("errand").get(0), "labels")).containsExactly(trace);
    assertThat(json.lastingReasons()).isEmpty();
  }

  private static String agent() {
    return "-javaagent:" + TestJvm.locationOf(OpenTelemetryAgent.class);
  }

  private static void assertTracked(JvmResult result, TrackedRun tracked) throws Exception {
    assertThat(result.expectSuccess().out()).startsWith("OpenTelemetry has changed Job\n");
    assertThat(result.err()).doesNotContain("could not be woven");
    JsonReport json = tracked.json();
    JsonObject jobs = json.findings("job").get(0);
    assertThat(jobs.get("count").getAsInt()).isEqualTo(2);
    assertThat(jobs.get("bytes").getAsLong()).isEqualTo(66);
    // The OpenTelemetry agent also opens executors.
    assertThat(json.findings("executor"))
        .anySatisfy(
            executor ->
                assertThat(JsonReport.frames(executor, "openedBy").toString())
                    .contains("OpenTelemetryIT$Works.main("));
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** The rule applies to its subtypes. */
  interface Task extends Runnable, AutoCloseable {
    int size();
  }

  /**
   * A task to which OpenTelemetry adds a field and interfaces; one of these interfaces has no class
   * file.
   */
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
      // Nothing to close.
    }
  }

  /** A task without a label. OpenTelemetry changes its class as well. */
  static final class Errand implements Runnable, AutoCloseable {
    @Override
    public void run() {
      // Nothing to do.
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** A resource with a label. */
  record Named(String name) implements AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Opens resources inside and outside a span, and closes none of them. */
  static final class Traced {
    static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    static final String SPAN = "00f067aa0ba902b7";
    private static final List<Object> KEPT = new ArrayList<>();

    private Traced() {}

    public static void main(String[] args) throws Exception {
      Span span =
          Span.wrap(
              SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), TraceState.getDefault()));
      // When a span is first made current, our agent looks for the OpenTelemetry library.
      try (Scope first = span.makeCurrent()) {
        System.out.println(first);
      }
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("tt-alloc-trace")) {
          thread.join();
        }
      }
      for (String name : List.of("before", "within", "after")) {
        try (Scope scope = name.equals("within") ? span.makeCurrent() : Scope.noop()) {
          KEPT.add(new Named(name));
          if (name.equals("within")) {
            KEPT.add(new Errand());
          }
        }
      }
    }
  }

  /** Runs jobs on a pool, and closes none of them; with an argument, also runs {@link Traced}. */
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
      // OpenTelemetry hides this interface from reflection on the class.
      boolean changed =
          Class.forName("io.opentelemetry.javaagent.bootstrap.VirtualFieldInstalledMarker")
              .isInstance(KEPT.get(1));
      System.out.println("OpenTelemetry has " + (changed ? "" : "not ") + "changed Job");
      if (args.length > 0) {
        Traced.main(args);
      }
    }

    private static Thread daemon(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }
  }
}
