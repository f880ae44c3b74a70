package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources that running code still needs when a process ends, and others that only look as
 * if they were needed.
 */
class InUseIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.verdicts.InUseIT$Resource
          subtypes: true
          type: resource
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void whatRunningCodeWouldCloseIsInUseWithAHeapAndLessOfItWithout(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=true");
    tracked.ledgers().keepAll();

    tracked.on(jdk).main(Exits.class).run().expectSuccess();

    Map<String, String> byHeap = new TreeMap<>();
    for (var finding : tracked.json().findings()) {
      String count = finding.get("count").getAsString();
      byHeap.put(
          simple(finding.get("class").getAsString()),
          count + " " + finding.get("verdict").getAsString());
    }
    assertThat(byHeap)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "ListedInTry", "3 IN_USE",
                "ReturnedToTry", "1 IN_USE",
                "BeingClosed", "1 IN_USE",
                "OnThread", "1 IN_USE",
                "Locking", "1 IN_USE",
                "OfTask", "1 IN_USE",
                "ListedInTryAndStatic", "1 LEFT_OPEN",
                "InFieldOfThis", "2 LEFT_OPEN",
                "Listed", "2 LEFT_OPEN"));
    assertThat(why(tracked.json(), "ListedInTry").get(1))
        .matches(
            "a guess: InUseIT\\.Exits\\.work\\(InUseIT\\.java:\\d+\\)"
                + " is inside a try statement and may close it");

    assertThat(why(tracked.json(), "OfTask"))
        .contains("only its own threads and running calls refer to it");

    Map<String, String> byStacks = new TreeMap<>();
    for (Finding finding :
        Analysis.of(tracked.ledgers().read(), AnalysisOptions.defaults()).findings()) {
      byStacks.merge(
          simple(finding.type().className()),
          finding.amount().count() + " " + finding.verdict() + certainty(finding),
          (one, other) -> one.compareTo(other) < 0 ? one + ", " + other : other + ", " + one);
    }
    assertThat(byStacks)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "ListedInTry", "3 IN_USE, a guess",
                "ReturnedToTry", "1 IN_USE, a guess",
                "BeingClosed", "1 IN_USE",
                "OnThread", "1 IN_USE, a guess",
                "Locking", "1 IN_USE, a guess",
                "OfTask", "1 IN_USE, a guess",
                "ListedInTryAndStatic", "1 IN_USE, a guess",
                "InFieldOfThis", "2 LEFT_OPEN",
                "Listed", "1 IN_USE, a guess, 1 LEFT_OPEN, a guess"));
  }

  /** The report takes a while, and daemon threads keep running in the meantime. */
  @Variant
  @EveryJdk
  void whatThreadsOpenAndCloseWhileTheProcessEndsIsNoLeak(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).rules(RULES).option("holders=true").option("fail-on=leak");

    tracked.on(jdk).main(WorksOn.class).run().expectSuccess();

    assertThat(tracked.json().findings())
        .allSatisfy(
            finding -> assertThat(finding.get("verdict").getAsString()).isEqualTo("IN_USE"));
    assertThat(tracked.json().total("opened")).isGreaterThan(WorksOn.MAX_AT_ONCE);
  }

  private static String certainty(Finding finding) {
    return switch (finding.confidence()) {
      case LOW -> ", undecided";
      case MEDIUM -> ", a guess";
      case HIGH -> "";
    };
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('$') + 1);
  }

  private static List<String> why(JsonReport report, String type) {
    return report.findings().stream()
        .filter(finding -> simple(finding.get("class").getAsString()).equals(type))
        .map(finding -> JsonReport.texts(finding, "why"))
        .findFirst()
        .orElseThrow();
  }

  /** Ends while its threads continuously open and close resources. */
  static final class WorksOn {
    static final int MAX_AT_ONCE = 3;

    private static final CountDownLatch WORKING = new CountDownLatch(MAX_AT_ONCE);

    private WorksOn() {}

    public static void main(String[] args) throws InterruptedException {
      for (int i = 0; i < MAX_AT_ONCE; i++) {
        Thread thread = new Thread(WorksOn::work);
        thread.setDaemon(true);
        thread.start();
      }
      WORKING.await();
    }

    private static void work() {
      for (int i = 0; true; i++) {
        try (Resource resource = new Resource()) {
          Thread.onSpinWait();
          if (i == MAX_AT_ONCE && resource.open) {
            WORKING.countDown();
          }
        }
      }
    }
  }

  /** The tracked class; each subclass is named after the thing that keeps its instances. */
  static class Resource implements AutoCloseable {
    private boolean open = true;

    @Override
    public void close() {
      open = !open;
    }
  }

  static final class ListedInTry extends Resource {}

  static final class ReturnedToTry extends Resource {}

  static final class ListedInTryAndStatic extends Resource {}

  static final class InFieldOfThis extends Resource {}

  static final class Listed extends Resource {}

  static final class OnThread extends Resource {}

  /** Has a lock, which refers to the thread that holds it and so also to the thread's task. */
  static final class Locking extends Resource {
    private final ReentrantLock lock = new ReentrantLock();
  }

  static final class OfTask extends Resource {}

  static final class BeingClosed extends Resource {
    private final CountDownLatch closing;

    BeingClosed(CountDownLatch closing) {
      this.closing = closing;
    }

    @Override
    public void close() {
      closing.countDown();
      waitForEver();
    }
  }

  static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Ends while many of its threads are working. */
  static final class Exits {
    private static final List<Resource> STATIC = new ArrayList<>();
    private static final List<Resource> BEING_CLOSED = new ArrayList<>();
    private final List<Resource> forgotten = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
      CountDownLatch ready = new CountDownLatch(3);
      startLocking(ready);
      startDaemon(
          () -> {
            try (Resource own = new OnThread()) {
              ready.countDown();
              waitForEver();
              own.close();
            }
          });
      startDaemon(
          () -> {
            Resource resource = new BeingClosed(ready);
            BEING_CLOSED.add(resource);
            resource.close();
          });
      ready.await();
      List<Resource> listed = new ArrayList<>(List.of(new Listed(), new Listed()));
      new Exits().work();
      listed.forEach(Resource::close);
    }

    private static void startLocking(CountDownLatch ready) {
      Resource forgotten = new OfTask();
      startDaemon(() -> locking(forgotten.open, ready));
    }

    private static void locking(boolean open, CountDownLatch ready) {
      try (Locking locking = new Locking()) {
        locking.lock.lock();
        if (open) {
          ready.countDown();
        }
        waitForEver();
      }
    }

    private static void startDaemon(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      thread.start();
    }

    private void work() {
      for (int i = 0; i < 2; i++) {
        forgotten.add(forget());
      }
      List<Resource> listed = new ArrayList<>();
      try (Resource returned = help()) {
        fill(listed);
        STATIC.add(listed.get(3));
        exit(returned);
      } finally {
        listed.forEach(Resource::close);
      }
    }

    private static Resource forget() {
      return new InFieldOfThis();
    }

    private static Resource help() {
      return new ReturnedToTry();
    }

    private static void fill(List<Resource> into) {
      for (int i = 0; i < 3; i++) {
        into.add(new ListedInTry());
      }
      into.add(new ListedInTryAndStatic());
    }

    private static void exit(Resource returned) {
      Objects.requireNonNull(returned);
      System.exit(0);
    }
  }
}
