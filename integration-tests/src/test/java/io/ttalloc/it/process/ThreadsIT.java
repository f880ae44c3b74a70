package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

class ThreadsIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.process.ThreadsIT$Token
          type: token
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private static final int VIRTUAL_THREADS = 5_000;
  private static final int PER_VIRTUAL_THREAD = 20;

  @TempDir private Path folder;

  @OneJdk
  void eightThreadsAndAShutdownHookLoseNothing(Jdk jdk) throws Exception {
    openAndCloseOnEightThreads(jdk, 125_000);
  }

  @EveryJdk
  @Reliability
  void eightThreadsLoseNothingInAMillionEventsEach(Jdk jdk) throws Exception {
    openAndCloseOnEightThreads(jdk, Effort.of(1_000_000));
  }

  private void openAndCloseOnEightThreads(Jdk jdk, int perThread) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=leak");

    JvmResult result =
        withApi(tracked.on(jdk).optimizing())
            .main(Platform.class, Integer.toString(perThread))
            .run()
            .expectSuccess();

    assertThat(result.err())
        .isEqualTo(
            "tt-alloc: clean. %1$,d opened, %1$,d closed, Active allocations: 0\n"
                .formatted(8 * perThread + Platform.UNTIL_EXIT));
    assertNothingWasLost(tracked);
  }

  @Variant
  @EveryJdk
  void virtualThreadsThatChangeTheirCarrierLoseNothing(Jdk jdk) throws Exception {
    assumeTrue(jdk.major() >= 21, "virtual threads come with JDK 21");
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result =
        withApi(tracked.on(jdk).optimizing()).main(Virtual.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 100,000 opened, 100,000 closed, Active allocations: 0\n");
    assertNothingWasLost(tracked);
  }

  /** Checks the ledger, which is kept after a clean run because that run ends with a mark. */
  private static void assertNothingWasLost(TrackedRun tracked) throws Exception {
    LedgerImage ledger = tracked.ledgers().read();
    assertThat(ledger.dropped()).isZero();
    assertThat(ledger.unknownCloses()).isZero();
    List<SlotEntry> live = new ArrayList<>();
    ledger.forEachSlot(live::add);
    assertThat(live).isEmpty();
    assertThat(ledger.marks()).hasSize(1);
  }

  private static TestJvm withApi(TestJvm jvm) {
    return jvm.classPath(TestJvm.locationOf(TtAlloc.class));
  }

  /** The tracked class. */
  static final class Token implements AutoCloseable {
    private int size;

    Token(int size) {
      this.size = size;
    }

    int size() {
      return size;
    }

    @Override
    public void close() {
      size = 0;
    }
  }

  /** Eight threads that always have a few tokens open, and a shutdown hook that closes others. */
  static final class Platform {
    static final int UNTIL_EXIT = 100;

    private Platform() {}

    public static void main(String[] args) throws InterruptedException {
      closeAtExit();
      int perThread = Integer.parseInt(args[0]);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Thread thread = new Thread(() -> openAndClose(perThread));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      TtAlloc.mark("end");
    }

    private static void closeAtExit() {
      List<Token> tokens = new ArrayList<>();
      for (int i = 0; i < UNTIL_EXIT; i++) {
        tokens.add(new Token(i));
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> tokens.forEach(Token::close)));
    }

    static void openAndClose(int count) {
      Token[] open = new Token[64];
      for (int i = 0; i < count + open.length; i++) {
        Token old = open[i % open.length];
        if (old != null) {
          old.close();
        }
        open[i % open.length] = i < count ? new Token(i) : null;
      }
    }
  }

  /** Many virtual threads that unmount from their carrier between an opening and its close. */
  static final class Virtual {
    private Virtual() {}

    public static void main(String[] args) throws Exception {
      // Uses reflection, because the code is compiled for 17.
      ExecutorService executor =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < VIRTUAL_THREADS; i++) {
        all.add(executor.submit(Virtual::openAndClose));
      }
      for (Future<?> each : all) {
        each.get();
      }
      executor.shutdown();
      TtAlloc.mark("end");
    }

    private static void openAndClose() {
      for (int i = 0; i < PER_VIRTUAL_THREAD; i++) {
        try (Token token = new Token(1)) {
          LockSupport.parkNanos(1_000);
          if (token.size() != 1) {
            throw new IllegalStateException("the token is not open");
          }
        }
      }
    }
  }
}
