package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.probed.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The stacks of threads that are recorded when the process ends. */
class LastStacksTest {
  @TempDir Path folder;

  /** A thread that calls a hook and then waits. */
  private static class Waiting extends Thread {
    private final CountDownLatch met = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Runnable meets;

    Waiting(String name, Runnable meets) {
      super(name);
      this.meets = meets;
      setDaemon(true);
    }

    void begin() throws InterruptedException {
      start();
      met.await();
    }

    void end() throws InterruptedException {
      mayEnd.countDown();
      join();
    }

    @Override
    public void run() {
      meets.run();
      met.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void recordsWhereThreadsAreThatHaveMetAHook() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Waiting user = new Waiting("user", () -> Caller.open(new Object(), probe.plain));
      Waiting stranger = new Waiting("stranger", () -> {});
      Waiting ended = new Waiting("ended", () -> Caller.open(new Object(), probe.plain));
      user.begin();
      stranger.begin();
      ended.begin();
      ended.end();
      List<StackTraceElement[]> taken = Probe.recordThreads();
      user.end();
      stranger.end();
      assertThat(probe.image().rows(ThreadRecord.class))
          .hasSameSizeAs(taken)
          .extracting(ThreadRecord::name)
          .contains("user")
          .doesNotContain("stranger", "ended");
      assertThat(probe.image().rows(ThreadRecord.class))
          .filteredOn(thread -> thread.name().equals("user"))
          .singleElement()
          .satisfies(
              thread ->
                  assertThat(thread.stack())
                      .anyMatch(frame -> frame.className().equals(CountDownLatch.class.getName())));
    }
  }

  @Test
  void recordsWhereAnotherThreadIsThatMayHaveBeenHandedSomething() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Waiting user = new Waiting("user", () -> Caller.open(new Object(), probe.plain));
      Waiting stranger = new Waiting("", () -> {});
      user.begin();
      stranger.begin();
      assertThat(Probe.recordOther(user)).isEmpty();
      assertThat(Probe.recordOther(stranger)).isNotEmpty();
      user.end();
      stranger.end();
      assertThat(probe.image().rows(ThreadRecord.class))
          .extracting(ThreadRecord::name)
          .containsExactly(ThreadRecord.UNNAMED);
    }
  }

  static List<Throwable> thrown() {
    return List.of(new IllegalStateException("nowhere"), new AssertionError("nowhere"));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void countsAThreadThatDoesNotSayWhereItIs(Throwable thrown) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Waiting hostile =
          new Waiting("hostile", () -> Caller.open(new Object(), probe.plain)) {
            @Override
            public StackTraceElement[] getStackTrace() {
              throw sneaky(thrown);
            }
          };
      hostile.begin();
      List<StackTraceElement[]> ignored = Probe.recordThreads();
      hostile.end();
      assertThat(probe.image().hookErrors()).isEqualTo(1);
      assertThat(probe.image().rows(ThreadRecord.class))
          .extracting(ThreadRecord::name)
          .doesNotContain("hostile")
          .contains(Thread.currentThread().getName());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void recordsNothingWhileCaptureIsOff() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      Caller.open(new Object(), probe.plain);
      List<StackTraceElement[]> ignored = Probe.recordThreads();
      assertThat(probe.image().rows(ThreadRecord.class)).isEmpty();
    }
  }
}
