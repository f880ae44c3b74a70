package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** Tests threads of every kind that are waiting inside try statements when their process ends. */
@Variant
class StandingThreadsIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.verdicts.StandingThreadsIT$Resource
          subtypes: true
          type: resource
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  private TrackedRun tracked(String holders) throws IOException {
    return TrackedRun.in(folder).rules(RULES).option("holders=" + holders);
  }

  /** A JVM whose virtual threads run in parallel, even on a single processor. */
  private static TestJvm handlers(TrackedRun tracked, Jdk jdk) {
    return tracked
        .on(jdk)
        .jvmFlags("-Djdk.virtualThreadScheduler.parallelism=8")
        .main(Handlers.class);
  }

  /** The distinct verdicts and confidences of the findings. */
  static List<String> judged(JsonReport report) {
    return report.findings().stream().map(StandingThreadsIT::judged).distinct().sorted().toList();
  }

  private static String judged(JsonObject finding) {
    return finding.get("verdict").getAsString() + " " + finding.get("confidence").getAsString();
  }

  @EveryJdk
  void whatVirtualThreadsHaveOpenedOrWereHandedAndWouldCloseIsInUse(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("true");

    handlers(tracked, jdk).main(Handed.class).run().expectSuccess();

    assertThat(tracked.json().findings())
        .filteredOn(finding -> openedIn(finding, Handed.class))
        .isNotEmpty();
    assertThat(tracked.json().findings())
        .filteredOn(finding -> openedIn(finding, Handlers.class))
        .hasSize(Handlers.RESOURCES);
    assertThat(judged(tracked.json())).containsExactly("IN_USE MEDIUM");
  }

  private static boolean openedIn(JsonObject finding, Class<?> type) {
    return JsonReport.frames(finding, "openedBy").get(1).contains("$" + type.getSimpleName() + ".");
  }

  @EveryJdk
  void withoutTheHeapThatIsAGuess(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("false");

    handlers(tracked, jdk).run().expectSuccess();

    assertThat(tracked.json().findings()).hasSize(Handlers.RESOURCES);
    assertThat(judged(tracked.json())).containsExactly("IN_USE MEDIUM");
  }

  @EveryJdk
  void whereTheJdkDoesNotListVirtualThreadsNoVerdictIsCertain(Jdk jdk) throws Exception {
    assumeThat(jdk.major()).isGreaterThanOrEqualTo(21);
    TrackedRun tracked = tracked("true");

    handlers(tracked, jdk).jvmFlags("-Djdk.trackAllThreads=false").run().expectSuccess();

    assertThat(judged(tracked.json())).allSatisfy(each -> assertThat(each).endsWith(" MEDIUM"));
    assertThat(tracked.json().confidenceReasons())
        .contains(
            "the running calls of some threads are unknown: LEFT_OPEN resources may be IN_USE");
  }

  @EveryJdk
  void withoutTheModuleThatDumpsThreadsALineSaysSoAndNoVerdictIsCertain(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("auto");

    JvmResult result =
        handlers(tracked, jdk)
            .jvmFlags("--limit-modules", "java.base,java.instrument")
            .run()
            .expectSuccess();

    assertThat(result.err())
        .contains(
            "holders: the heap cannot be dumped: this Java runtime has no module"
                + " jdk.management; findings are judged without examining the heap");
    boolean virtual = jdk.major() >= 21;
    assertThat(
            result
                .err()
                .contains(
                    "cannot read the stacks of virtual threads: this Java runtime has"
                        + " no module jdk.management; resources that these threads would have"
                        + " closed may be reported as LEFT_OPEN"))
        .isEqualTo(virtual);
    assertThat(result.err()).doesNotContain("NoClassDefFoundError");
    assertThat(judged(tracked.json()))
        .containsExactly(virtual ? "LEFT_OPEN MEDIUM" : "IN_USE MEDIUM");
  }

  /** A resource to close. */
  static final class Resource implements AutoCloseable {
    private boolean open = true;

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Passes resources to waiting threads, which run at the same time as the handlers. */
  static final class Handed {
    private static final int THREADS = 3;
    private static final CountDownLatch STANDING = new CountDownLatch(THREADS);

    private Handed() {}

    public static void main(String[] args) throws Exception {
      Handlers.startAll();
      for (int i = 0; i < THREADS; i++) {
        Resource resource = new Resource();
        Handlers.start(() -> use(resource));
      }
      STANDING.await();
      System.exit(0);
    }

    private static void use(Resource resource) {
      try (resource) {
        STANDING.countDown();
        InUseIT.waitForEver();
      }
    }
  }

  /** Handlers that wait on virtual threads if the JDK has them, else on daemon threads. */
  static final class Handlers {
    static final int RESOURCES = 6;

    private static final CountDownLatch STANDING = new CountDownLatch(4);
    private static volatile boolean over;

    private Handlers() {}

    public static void main(String[] args) throws Exception {
      startAll();
      System.exit(0);
    }

    /** Returns when all of them wait. */
    static void startAll() throws Exception {
      start(Handlers::listed);
      start(Handlers::queued);
      start(Handlers::busy);
      start(Handlers::locking);
      STANDING.await();
    }

    static void start(Runnable handler) throws Exception {
      try {
        Method startVirtual = Thread.class.getMethod("startVirtualThread", Runnable.class);
        System.out.println(startVirtual.invoke(null, handler));
      } catch (NoSuchMethodException | InvocationTargetException e) {
        Thread daemon = new Thread(handler, "");
        daemon.setDaemon(true);
        daemon.start();
      }
    }

    private static Resource make() {
      return new Resource();
    }

    private static void stand() {
      STANDING.countDown();
      InUseIT.waitForEver();
    }

    private static void listed() {
      List<Resource> all = new ArrayList<>();
      try {
        all.add(make());
        all.add(make());
        stand();
      } finally {
        all.forEach(Resource::close);
      }
    }

    private static void queued() {
      Deque<Resource> all = new ArrayDeque<>();
      try {
        all.add(make());
        stand();
      } finally {
        while (!all.isEmpty()) {
          all.remove().close();
        }
      }
    }

    /** Spins without yielding the carrier thread; the current line changes all the time. */
    private static void busy() {
      Resource[] all = new Resource[2];
      try {
        all[0] = make();
        all[1] = make();
        STANDING.countDown();
        while (!over) {
          spin();
          spin();
          spin();
        }
      } finally {
        for (Resource each : all) {
          each.close();
        }
      }
    }

    private static void spin() {
      for (int i = 0; i < 100_000; i++) {
        Thread.onSpinWait();
      }
    }

    private static synchronized void locking() {
      List<Resource> all = new ArrayList<>();
      try {
        all.add(make());
        stand();
      } finally {
        for (Resource each : all) {
          System.out.println(each.isOpen());
          each.close();
        }
      }
    }
  }
}
