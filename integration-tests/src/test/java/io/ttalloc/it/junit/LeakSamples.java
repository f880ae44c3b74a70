package io.ttalloc.it.junit;

import io.ttalloc.junit.AllowLeak;
import io.ttalloc.junit.NoGrowth;
import io.ttalloc.junit.NoLeaks;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test classes for {@link NoLeaksIT}. The names of tests and classes that leak and must fail begin
 * with {@code leaks}. Everything else must pass.
 */
@SuppressWarnings("ClassCanBeStatic")
final class LeakSamples {
  /**
   * Stands for the application's code. Its threads run this code, so their stacks contain no frame
   * of a test.
   */
  static final class Program {
    static final ExecutorService SHARED =
        Executors.newFixedThreadPool(
            2,
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            });

    static @Nullable InputStream kept;

    private Program() {}

    static InputStream open() {
      try {
        return new FileInputStream(new File(System.getProperty("java.home"), "release"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static void forget() {
      InputStream unused = open();
    }

    static void forgetAndTell(CountDownLatch done) {
      forget();
      done.countDown();
    }
  }

  @NoLeaks
  @SuppressWarnings("JUnitMalformedDeclaration")
  static class Methods {
    @SuppressWarnings("UnusedVariable") // Referring to the resource is its purpose.
    private @Nullable InputStream field;

    private InputStream ofEach = InputStream.nullInputStream();

    @BeforeEach
    void open() {
      ofEach = Program.open();
    }

    @AfterEach
    void close() throws IOException {
      ofEach.close();
    }

    @Test
    void closes() throws IOException {
      try (InputStream in = Program.open()) {
        int unused = in.read();
      }
    }

    @Test
    void leaksWhatItDrops() {
      Program.forget();
    }

    @Test
    void leaksInAField() {
      field = Program.open();
    }

    @Test
    void leaksAndFails() {
      Program.forget();
      throw new IllegalStateException("its own failure");
    }

    @Test
    @AllowLeak(site = "Program.open", reason = "the truth of this sample")
    void allowed() {
      Program.forget();
    }

    @Test
    void leavesTheCloseToAThread() {
      InputStream in = Program.open();
      CountDownLatch ended = new CountDownLatch(1);
      Thread later =
          new Thread(
              () -> {
                try (in) {
                  // After the test, but within the grace period.
                  boolean unused = ended.await(200, TimeUnit.MILLISECONDS);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      later.start();
    }

    @RepeatedTest(3)
    void repeated(RepetitionInfo info) throws IOException {
      InputStream in = Program.open();
      if (info.getCurrentRepetition() != 2) {
        in.close();
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keeps", "closes"})
    void parameterized(String what) throws IOException {
      InputStream in = Program.open();
      if (what.equals("closes")) {
        in.close();
      }
    }

    @TestFactory
    List<DynamicNode> dynamic() {
      return List.of(
          DynamicTest.dynamicTest("closes", () -> Program.open().close()),
          DynamicTest.dynamicTest("leaks", Program::forget),
          DynamicContainer.dynamicContainer(
              "within", List.of(DynamicTest.dynamicTest("leaks", Program::forget))));
    }

    @Nested
    class Inner {
      @Test
      void closes() throws IOException {
        Program.open().close();
      }

      @Test
      void leaksWhatItDrops() {
        Program.forget();
      }
    }
  }

  @NoLeaks
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class LeaksBySubmitting {
    private static final CountDownLatch NEXT = new CountDownLatch(1);
    private static final CountDownLatch OPENED = new CountDownLatch(1);

    @Test
    void aStartsThePool() throws Exception {
      Program.SHARED.submit(() -> {}).get();
      Program.SHARED.submit(() -> {}).get();
    }

    @Test
    void leaksInATaskOfAPool() throws Exception {
      Program.SHARED.submit(Program::forget).get();
    }

    @Test
    void leaksInWhatAPoolExecutes() throws Exception {
      CountDownLatch done = new CountDownLatch(1);
      Program.SHARED.execute(new Forgets(done));
      done.await();
    }

    @Test
    void leaksInAFuture() throws Exception {
      CompletableFuture.runAsync(Program::forget).get();
    }

    @Test
    void leaksInAThread() throws Exception {
      Thread thread = new Thread(Program::forget);
      thread.start();
      thread.join();
    }

    @Test
    void leaksInAScheduledTask() throws Exception {
      ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
      pool.schedule(Program::forget, 1, TimeUnit.MILLISECONDS).get();
      pool.shutdown();
    }

    @Test
    void leaksInATimer() throws Exception {
      CountDownLatch done = new CountDownLatch(1);
      Timer timer = new Timer(true);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              Program.forgetAndTell(done);
            }
          },
          0);
      done.await();
      timer.cancel();
    }

    @Test
    void submitsWhatOpensWhenTheNextTestRuns() {
      Program.SHARED.execute(new ForgetsLater());
    }

    @Test
    void theNextTest() throws Exception {
      NEXT.countDown();
      OPENED.await();
    }

    /**
     * A record rather than a lambda, because a lambda would put a method of the test class on the
     * stack.
     */
    private record ForgetsLater() implements Runnable {
      @Override
      public void run() {
        try {
          NEXT.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        Program.forgetAndTell(OPENED);
      }
    }
  }

  record Forgets(CountDownLatch done) implements Runnable {
    @Override
    public void run() {
      Program.forgetAndTell(done);
    }
  }

  @NoLeaks
  static class SharesAmongItsTests {
    private static InputStream shared = InputStream.nullInputStream();

    @BeforeAll
    static void open() {
      shared = Program.open();
    }

    @AfterAll
    static void close() throws IOException {
      shared.close();
    }

    @Test
    void uses() throws IOException {
      int unused = shared.read();
    }

    @Test
    void fillsACacheOfTheProgram() {
      if (Program.kept == null) {
        Program.kept = Program.open();
      }
    }
  }

  @NoLeaks
  static class LeaksInAStaticField {
    @SuppressWarnings("UnusedVariable") // Referring to the resource is its purpose.
    private static @Nullable InputStream shared;

    @Test
    void opens() {
      shared = Program.open();
    }
  }

  @NoLeaks
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class LeaksInItsInstance {
    @SuppressWarnings("UnusedVariable") // Referring to the resource is its purpose.
    private @Nullable InputStream field;

    @Test
    void opens() {
      field = Program.open();
    }
  }

  @NoLeaks
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class ClosesItsInstance {
    private InputStream field = Program.open();

    @Test
    void opensAgain() throws IOException {
      field.close();
      field = Program.open();
    }

    @AfterAll
    void close() throws IOException {
      field.close();
    }
  }

  @NoLeaks
  @ExtendWith(Fixture.class)
  static class HasAFixture {
    @Test
    void uses() {}
  }

  /** Opens one resource for the whole run and one for each class; JUnit closes both. */
  static final class Fixture implements BeforeAllCallback {
    private static final ExtensionContext.Namespace OWN =
        ExtensionContext.Namespace.create(Fixture.class);

    @Override
    public void beforeAll(ExtensionContext context) {
      context.getStore(OWN).put("class", new Opened(Program.open()));
      context.getRoot().getStore(OWN).put("run", new Opened(Program.open()));
    }
  }

  @SuppressWarnings("deprecation") // Versions before 5.13 close only these.
  private record Opened(InputStream stream)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /** Cycles that leave more and more resources open, and cycles that do not. */
  static class Growing {
    private static final List<InputStream> KEPT = new ArrayList<>();
    private static final List<InputStream> POOL = new ArrayList<>();
    private static InputStream last = InputStream.nullInputStream();

    @NoGrowth(cycles = 4)
    void growsInAList() {
      KEPT.add(Program.open());
      KEPT.add(Program.open());
    }

    @NoGrowth
    void growsByWhatItDrops() {
      Program.forget();
    }

    @NoGrowth(cycles = 3)
    void fillsAPool() {
      while (POOL.size() < 3) {
        POOL.add(Program.open());
      }
    }

    @NoGrowth(cycles = 3)
    void replaces() throws IOException {
      last.close();
      last = Program.open();
    }

    @NoGrowth(cycles = 3)
    @AllowLeak(site = "Program.forget", reason = "the truth of this sample")
    void mayGrow() {
      Program.forget();
    }

    @NoGrowth(cycles = 2)
    void hasTooFewCycles() {}
  }

  /** JUnit itself creates an executor for the timeout, and keeps it until the run ends. */
  @NoLeaks
  static class HasATimeLimit {
    @Test
    @Timeout(60)
    void isWatched() {}

    @Test
    @Timeout(60)
    void leaksAlthoughWatched() {
      Program.forget();
    }
  }

  /** Has no close method, and stays open as long as its process runs. */
  static final class Service {
    static final List<Service> ALL = new ArrayList<>();

    Service() {
      ALL.add(this);
    }
  }

  @NoLeaks
  @SuppressWarnings("JUnitMalformedDeclaration")
  static class StartsAService {
    @Test
    void startsIt() {
      Object unused = new Service();
    }

    @Test
    void startsAnother() {
      Object unused = new Service();
    }
  }

  private LeakSamples() {}
}
