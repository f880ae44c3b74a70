package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.testing.Variant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

@Variant
class ExitsIT {

  static final String RULES =
      """
        - class: io.ttalloc.it.process.ExitsIT$Session
          type: session
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private static final String LEAK = "tt-alloc: 1 LEAK: 1 open, 4,711 B (1 session), at ";

  @TempDir private Path folder;

  @OneJdk
  void systemExitEndsWithItsOwnStatusAndALineOnTheLeakThatOnlyFilesHave(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=never");
    Path text = tracked.file("only.txt");
    tracked.onlyTo(text, tracked.jsonFile());

    JvmResult result = tracked.on(jdk).main(Ends.class, "exit").run().expectStatus(7);

    assertThat(result.err())
        .startsWith(LEAK)
        .endsWith("; the report is in " + text + ", " + tracked.jsonFile() + "\n")
        .hasLineCount(1);
    assertThat(text).content().contains(LEAK);
    assertOneIsHeld(result, tracked);
  }

  /** The report must not assume a collection: the JVM ignores the agent's requests for it. */
  @OneJdk
  void anUncaughtExceptionEndsWithTheDump(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("-XX:+DisableExplicitGC")
            .main(Ends.class, "throw")
            .run()
            .expectStatus(1);

    assertThat(result.err())
        .contains("java.lang.IllegalStateException: thrown on purpose")
        .contains("\nmore: " + Repository.launcher() + " dump ")
        .contains(
            "confidence MEDIUM: no garbage collection at the end: LEFT_OPEN resources may be LOST");
    assertOneIsHeld(result, tracked);
  }

  @OneJdk
  void anErrorThatNobodyCatchesForLackOfMemoryEndsWithTheDump(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Ends.class, "fill").run().expectStatus(1);

    assertThat(result.err()).contains("java.lang.OutOfMemoryError: ");
    assertOneIsHeld(result, tracked);
  }

  @OneJdk
  void whatAShutdownHookClosesIsNoLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(ClosesLate.class).run().expectStatus(7);

    assertThat(result.out()).isEqualTo("closed by the hook\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }

  @OneJdk
  void whatIsFirstOpenedInAShutdownHookIsTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(OpensLate.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("opened by the hook\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 1 opened, 1 closed, Active allocations: 0\n");
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }

  @OneJdk
  void whatIsLeakedInAShutdownHookFailsTheRun(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(OpensLate.class, "keep").run().expectStatus(23);

    assertThat(result.err()).startsWith("tt-alloc: 1 LEAK: ").contains("\nLEFT_OPEN");
  }

  /**
   * One process gets SIGTERM, and then the other SIGHUP, the signal of a closed terminal. Under
   * {@code nohup} the process of this test ignores SIGHUP, and a JVM that it starts would do the
   * same.
   */
  @OneJdk
  void aSignalEndsWithTheDumpAndProcessesAtTheSameTimeHaveLedgersOfTheirOwn(Jdk jdk)
      throws Exception {
    String[] notIgnored = {"env", "--default-signal=HUP"};
    boolean canListen = new ProcessBuilder("env", notIgnored[1], "true").start().waitFor() == 0;
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path ofTwo = tracked.file("two.json");
    TestJvm jvm =
        TestJvm.on(jdk)
            .launchedBy(canListen ? notIgnored : new String[] {"env"})
            .agentOptions(
                "rules=%s,%s,dump=stderr,%s"
                    .formatted(tracked.ruleFile(), tracked.ledgers().option(), ofTwo))
            .main(Ends.class, "wait");

    try (RunningJvm one = tracked.on(jdk).main(Ends.class, "wait").start();
        RunningJvm two = jvm.start()) {
      one.awaitLine("^open$");
      two.awaitLine("^open$");
      LedgerFolder ledgers = tracked.ledgers();
      assertThat(ledgers.ledgers()).hasSize(2);
      for (RunningJvm each : List.of(one, two)) {
        assertThat(ledgers.readOf(each.pid()).process().pid()).isEqualTo(each.pid());
        assertThat(ledgers.readOf(each.pid()).process().ended())
            .isEqualTo(ProcessEntry.Ended.RUNNING);
      }

      assertOneIsHeld(
          one.terminate().expectStatus(128 + 15), tracked.json(), ledgers.readOf(one.pid()));

      assertThat(ledgers.readOf(one.pid()).process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
      assertThat(ledgers.readOf(two.pid()).process().ended()).isEqualTo(ProcessEntry.Ended.RUNNING);

      assumeTrue(canListen, "env of coreutils 8.31 or later makes the JVM listen to SIGHUP");
      String pid = Long.toString(two.pid());
      assertThat(new ProcessBuilder("sh", "-c", "kill -HUP " + pid).start().waitFor()).isZero();
      assertOneIsHeld(
          two.awaitEnd().expectStatus(128 + 1), JsonReport.read(ofTwo), ledgers.readOf(two.pid()));
    }
  }

  @OneJdk
  void aLedgerThatIsRemovedIsGoneAndHarmsNothing(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path ledgers = tracked.ledgers().path();

    JvmResult result =
        tracked.on(jdk).main(Removes.class, ledgers.toString()).run().expectSuccess();

    assertThat(result.out()).isEqualTo("ran on\n");
    JsonReport json = tracked.json();
    long dropped = json.total("dropped");
    assertThat(json.total("opened") + dropped).isEqualTo(100_001);
    assertThat(json.total("closed")).isEqualTo(json.total("opened"));
    // Only this kind of loss depends on the machine's speed.
    if (dropped == 0) {
      assertThat(result.err())
          .isEqualTo("tt-alloc: clean. 100,001 opened, 100,001 closed, Active allocations: 0\n");
    } else {
      assertThat(json.confidenceReasons())
          .containsExactly(
              String.format(
                  Locale.ROOT, "%,d events dropped: the ledger did not grow in time", dropped));
    }
  }

  private static void assertOneIsHeld(JvmResult result, TrackedRun tracked) throws Exception {
    assertOneIsHeld(result, tracked.json(), tracked.ledgers().read());
  }

  private static void assertOneIsHeld(JvmResult result, JsonReport json, LedgerImage ledger) {
    assertThat(result.err()).contains(LEAK);
    assertThat(json.total("live")).isEqualTo(1);
    assertThat(json.total("closed")).isEqualTo(1);
    assertThat(ledger.process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
    assertThat(ledger.dropped()).isZero();
  }

  /** The tracked class. */
  static final class Session implements AutoCloseable {
    private int size = 4_711;

    int size() {
      return size;
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /** Keeps one session open, closes another, and ends in the way given by its argument. */
  static final class Ends {
    private static final Session KEPT = new Session();

    private Ends() {}

    public static void main(String[] args) throws InterruptedException {
      long size;
      try (Session closed = new Session()) {
        size = closed.size();
      }
      // The test may end the program as soon as it has read this line.
      System.out.println(size == KEPT.size() ? "open" : "not open");
      switch (args[0]) {
        case "exit" -> System.exit(7);
        case "halt" -> Runtime.getRuntime().halt(6);
        case "fill" -> System.out.println(new long[Integer.MAX_VALUE - 8].length);
        case "throw" -> throw new IllegalStateException("thrown on purpose");
        default -> new CountDownLatch(1).await();
      }
    }
  }

  /**
   * Deletes the files of its own ledger, and opens and closes more resources than fit into the
   * mapped segments.
   */
  static final class Removes {
    private Removes() {}

    public static void main(String[] args) throws IOException {
      List<Session> kept = new ArrayList<>(List.of(new Session()));
      for (File file : new File(args[0]).listFiles()) {
        Files.delete(file.toPath());
      }
      for (int i = 0; i < 100_000; i++) {
        kept.add(new Session());
      }
      kept.forEach(Session::close);
      System.out.println("ran on");
    }
  }

  /** Exits; closes one session in a slow shutdown hook, and another in a second hook. */
  static final class ClosesLate {
    private ClosesLate() {}

    public static void main(String[] args) {
      Session session = new Session();
      Session other = new Session();
      Runtime.getRuntime().addShutdownHook(new Thread(other::close));
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    LockSupport.parkNanos(200_000_000);
                    session.close();
                    System.out.println("closed by the hook");
                  }));
      System.exit(7);
    }
  }

  /** Loads the tracked class after shutdown has begun. */
  static final class OpensLate {
    private OpensLate() {}

    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    public static void main(String[] args) {
      Runnable hook = args.length == 0 ? OpensLate::open : OpensLate::keep;
      Runtime.getRuntime().addShutdownHook(new Thread(hook));
    }

    private static void keep() {
      KEPT.add(new Session());
    }

    private static void open() {
      try (Session session = new Session()) {
        System.out.println(session.size() == 4_711 ? "opened by the hook" : "not open");
      }
    }
  }
}
