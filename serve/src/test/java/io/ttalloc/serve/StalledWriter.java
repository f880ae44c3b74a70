package io.ttalloc.serve;

import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;

/** A writer that blocks, like a full pipe, until {@link #goOn} is called. */
final class StalledWriter extends StringWriter {
  private final CountDownLatch full = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  @Override
  public void write(String text, int from, int count) {
    full.countDown();
    boolean interrupted = false;
    while (goesOn.getCount() > 0) {
      try {
        goesOn.await();
      } catch (InterruptedException e) {
        interrupted =
            true; // continues to wait, because writing to a pipe cannot be interrupted either
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    super.write(text, from, count);
  }

  /** Waits until a write has begun. */
  void awaitFull() throws InterruptedException {
    full.await();
  }

  void goOn() {
    goesOn.countDown();
  }
}
