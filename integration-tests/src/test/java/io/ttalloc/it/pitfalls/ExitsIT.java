package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.Tracked;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

class ExitsIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.pitfalls.ExitsIT$Session
          type: session
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @EveryJdk
  void systemExitEndsWithTheDumpAndItsOwnStatus(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Ends.class, "exit").run().expectStatus(7);

    assertOneIsHeld(result, tracked);
  }

  @EveryJdk
  void anUncaughtExceptionEndsWithTheDump(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Ends.class, "throw").run().expectStatus(1);

    assertThat(result.err()).contains("java.lang.IllegalStateException: nobody catches this");
    assertOneIsHeld(result, tracked);
  }

  @EveryJdk
  void aTermSignalEndsWithTheDump(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    try (RunningJvm running = tracked.on(jdk).main(Ends.class, "wait").start()) {
      running.awaitLine("^open$");
      assertOneIsHeld(running.terminate().expectStatus(128 + 15), tracked);
    }
  }

  @EveryJdk
  void haltEndsWithoutADumpButTheLedgerIsThere(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Ends.class, "halt").run().expectStatus(6);

    assertThat(result.err()).isEmpty();
    LedgerImage ledger = tracked.ledgers().read();
    assertThat(ledger.process().ended()).isEqualTo(ProcessEntry.Ended.KILLED);
    List<Long> bytes = new ArrayList<>();
    ledger.forEachSlot(slot -> bytes.add(slot.bytes()));
    assertThat(bytes).containsExactly(4_711L);
  }

  @EveryJdk
  void whatAShutdownHookClosesIsNoLeak(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesLate.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("closed by the hook\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @EveryJdk
  void whatIsFirstOpenedInAShutdownHookHarmsNothing(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(OpensLate.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("opened by the hook\n");
    assertThat(result.err()).startsWith("tt-alloc: nothing was tracked: ").hasLineCount(1);
    assertThat(tracked.ledgers().fileNames()).isEmpty();
  }

  @EveryJdk
  void processesAtTheSameTimeHaveLedgersOfTheirOwn(Jdk jdk) throws Exception {
    Tracked tracked = Tracked.in(folder).rules(RULES);
    TestJvm jvm =
        TestJvm.on(jdk)
            .agentOptions("rules=" + tracked.ruleFile() + "," + tracked.ledgers().option())
            .main(Ends.class, "wait");

    try (RunningJvm one = jvm.start();
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

      one.terminate();

      assertThat(ledgers.readOf(one.pid()).process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
      assertThat(ledgers.readOf(two.pid()).process().ended()).isEqualTo(ProcessEntry.Ended.RUNNING);
    }
  }

  private static void assertOneIsHeld(JvmResult result, Tracked tracked) throws Exception {
    assertThat(result.err()).contains("tt-alloc: 1 LEAK: 4,711 B in 1 session (");
    JsonReport json = tracked.json();
    assertThat(json.total("live")).isEqualTo(1);
    assertThat(json.total("closed")).isEqualTo(1);
    LedgerImage ledger = tracked.ledgers().read();
    assertThat(ledger.process().ended()).isEqualTo(ProcessEntry.Ended.EXIT);
    assertThat(ledger.dropped()).isZero();
  }

  /** What is tracked. */
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

  /** Keeps one session open, closes another, and ends as its argument says. */
  static final class Ends {
    private static final Session KEPT = new Session();

    private Ends() {}

    public static void main(String[] args) throws InterruptedException {
      try (Session closed = new Session()) {
        System.out.println(closed.size() == KEPT.size() ? "open" : "not open");
      }
      switch (args[0]) {
        case "exit" -> System.exit(7);
        case "halt" -> Runtime.getRuntime().halt(6);
        case "throw" -> throw new IllegalStateException("nobody catches this");
        default -> new CountDownLatch(1).await();
      }
    }
  }

  /** Closes one session in a shutdown hook, which takes its time, and one in another. */
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
    }
  }

  /** Loads the class that is tracked when the end has begun. */
  static final class OpensLate {
    private OpensLate() {}

    public static void main(String[] args) {
      Runtime.getRuntime().addShutdownHook(new Thread(OpensLate::open));
    }

    private static void open() {
      try (Session session = new Session()) {
        System.out.println(session.size() == 4_711 ? "opened by the hook" : "not open");
      }
    }
  }
}
