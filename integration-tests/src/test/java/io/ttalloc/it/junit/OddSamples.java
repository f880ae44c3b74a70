package io.ttalloc.it.junit;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ttalloc.it.junit.LeakSamples.Program;
import io.ttalloc.junit.AllowLeak;
import io.ttalloc.junit.NoLeaks;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Test classes for {@link OddRunsIT}; those that must fail are named accordingly. */
final class OddSamples {
  @NoLeaks
  static class Contradicting {
    @Test
    @AllowLeak(type = "file", site = "Program.open", reason = "both")
    void bothAreGiven() {}

    @Test
    @AllowLeak(reason = "neither")
    void neitherIsGiven() {}

    @Test
    @AllowLeak(type = "file", reason = " ")
    void hasNoReason() {}

    @Test
    @AllowLeak(type = "flie", reason = "a type that no rule has")
    void leaksWhatHasAnotherType() {
      Program.forget();
    }
  }

  @NoLeaks
  static class TimesOut {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @Test
    @Timeout(
        value = 100,
        unit = TimeUnit.MILLISECONDS,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void leaksAndTakesTooLong() throws InterruptedException {
      Program.forget();
      NEVER.await();
    }

    @Test
    @Timeout(
        value = 100,
        unit = TimeUnit.MILLISECONDS,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void takesTooLongAndCloses() throws IOException, InterruptedException {
      try (InputStream in = Program.open()) {
        NEVER.await();
      }
    }

    @Test
    void leaksInTime() {
      assertTimeoutPreemptively(Duration.ofMinutes(1), Program::forget);
    }
  }

  @NoLeaks
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class EndsTheJvm {
    @Test
    void exits() {
      System.exit(3);
    }
  }

  /** Judged while {@link HoldsMeanwhile} has a file open that the same lines of code opened. */
  @NoLeaks
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class JudgedMeanwhile {
    private static final CountDownLatch OTHER_HOLDS = new CountDownLatch(1);
    private static final CountDownLatch JUDGED = new CountDownLatch(1);

    @Test
    void leaks() throws InterruptedException {
      OTHER_HOLDS.await();
      Program.forget();
    }

    @Test
    void theNext() {
      JUDGED.countDown();
    }
  }

  @NoLeaks
  static class HoldsMeanwhile {
    @Test
    void holds() throws Exception {
      try (InputStream in = Program.open();
          InputStream other = InputStreamOf.another()) {
        JudgedMeanwhile.OTHER_HOLDS.countDown();
        JudgedMeanwhile.JUDGED.await();
      }
    }
  }

  /** Opens the file with a different stack. */
  private static final class InputStreamOf {
    static InputStream another() {
      return Program.open();
    }
  }

  /** Not watched by the extension, so its thread belongs to no test. */
  static class StartsAWorker {
    private static final BlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();

    @Test
    void starts() {
      Thread worker =
          new Thread(
              () -> {
                while (true) {
                  try {
                    TASKS.take().run();
                  } catch (InterruptedException e) {
                    return;
                  }
                }
              });
      worker.setDaemon(true);
      worker.start();
    }
  }

  abstract static class HasATest {
    @Test
    void leaksOnAThreadOfNobody() throws InterruptedException {
      CountDownLatch done = new CountDownLatch(1);
      StartsAWorker.TASKS.add(() -> Program.forgetAndTell(done));
      done.await();
    }
  }

  @NoLeaks
  static class Inherits extends HasATest {
    @Test
    void another() {}
  }

  abstract static class HasATestForTwo {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @Test
    void opensOnAThreadOfNobody() throws Exception {
      BOTH.await(1, TimeUnit.MINUTES);
      CountDownLatch done = new CountDownLatch(1);
      StartsAWorker.TASKS.add(() -> Program.forgetAndTell(done));
      done.await();
      BOTH.await(1, TimeUnit.MINUTES);
    }
  }

  @NoLeaks
  static class BesideInherits extends HasATestForTwo {}

  @NoLeaks
  static class InheritsBeside extends HasATestForTwo {}

  private OddSamples() {}
}
