package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ShutdownSignalTest {
  private static boolean askedOn(String thread) throws InterruptedException {
    AtomicBoolean answer = new AtomicBoolean();
    Thread asking = new Thread(() -> answer.set(ShutdownSignal.hasBegunThis()), thread);
    asking.start();
    asking.join();
    return answer.get();
  }

  @Test
  void isRecognisedByTheThreadThatRunsTheShutdown() throws InterruptedException {
    assertThat(askedOn("SIGTERM handler")).isTrue();
    assertThat(askedOn("SIGHUP handler")).isTrue();
    assertThat(askedOn("DestroyJavaVM")).isFalse();
    assertThat(askedOn("main")).isFalse();
  }

  /**
   * Ordinary shutdown hooks run on threads of their own; the thread that handles the signal waits
   * for them.
   */
  @Test
  void isRecognisedByAnotherThreadThatHandlesASignal() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Thread handler =
        new Thread(
            () -> {
              try {
                over.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "SIGINT handler");
    handler.start();
    try {
      assertThat(askedOn("tt-alloc-exit")).isTrue();
    } finally {
      over.countDown();
      handler.join();
    }
    assertThat(askedOn("tt-alloc-exit")).isFalse();
  }
}
