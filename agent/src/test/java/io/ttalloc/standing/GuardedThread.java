package io.ttalloc.standing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A thread that waits inside a try statement until it may end. */
public final class GuardedThread extends Thread {
  private final CountDownLatch stands = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @Override
  public void run() {
    List<CountDownLatch> kept = new ArrayList<>(List.of(mayEnd));
    List<InputStream> streams = new ArrayList<>(List.of(InputStream.nullInputStream()));
    try {
      stand();
    } finally {
      kept.forEach(GuardedThread::close);
      streams.forEach(GuardedThread::close);
    }
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(CountDownLatch latch) {
    latch.countDown();
  }

  private void stand() {
    stands.countDown();
    try {
      mayEnd.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Starts the thread; returns when it is inside the try statement. */
  public void begin() throws InterruptedException {
    start();
    stands.await();
  }

  /** Lets the thread end, and waits for it. */
  public void end() throws InterruptedException {
    mayEnd.countDown();
    join();
  }
}
