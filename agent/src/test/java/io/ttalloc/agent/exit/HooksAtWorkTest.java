package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HooksAtWorkTest {
  private static final Set<String> HOOK = Set.of(Hook.class.getName(), "some.other.Hook");
  private static final Set<String> OTHER = Set.of("some.other.Hook");
  private static final long LONG = TimeUnit.SECONDS.toNanos(50);
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(20);

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch mayLeave = new CountDownLatch(1);

  private Thread inHook() throws InterruptedException {
    assumeTrue(HooksAtWork.haveEnded(HOOK, SHORT), "no virtual threads");
    Thread thread = new Thread(() -> Hook.call(this));
    thread.start();
    entered.await();
    return thread;
  }

  @Test
  void aThreadInsideAHookIsAwaited() throws InterruptedException {
    Thread thread = inHook();
    assertThat(HooksAtWork.haveEnded(HOOK, SHORT)).isFalse();
    assertThat(HooksAtWork.haveEnded(OTHER, LONG)).isTrue();
    mayLeave.countDown();
    assertThat(HooksAtWork.haveEnded(HOOK, LONG)).isTrue();
    thread.join();
  }

  @Test
  void isUnknownIfAThreadThrowsAnErrorForItsStack() throws InterruptedException {
    assumeTrue(HooksAtWork.haveEnded(OTHER, SHORT), "no virtual threads");
    Thread odd =
        new Thread(() -> Hook.call(this)) {
          @Override
          public StackTraceElement[] getStackTrace() {
            throw new AssertionError("nowhere");
          }
        };
    odd.start();
    entered.await();
    assertThat(HooksAtWork.haveEnded(OTHER, LONG)).isFalse();
    mayLeave.countDown();
    odd.join();
  }

  /** Stands for the hooks. */
  private static final class Hook {
    static void call(HooksAtWorkTest test) {
      test.entered.countDown();
      try {
        test.mayLeave.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
