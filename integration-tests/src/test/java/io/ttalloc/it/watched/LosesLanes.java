package io.ttalloc.it.watched;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Keeps one resource open and loses others until it is killed. */
final class LosesLanes {
  static final String RULES =
      """
        - class: io.ttalloc.it.watched.LosesLanes$Lane
          type: lane
          open: [<init>]
          close: [close]
          older-than: 200ms
      """;

  private LosesLanes() {}

  public static void main(String[] args) {
    Lane held = new Lane();
    while (true) {
      lose();
      System.gc();
      LockSupport.parkNanos(held, TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private static void lose() {
    new Lane();
  }

  static final class Lane implements AutoCloseable {
    @Override
    public void close() {}
  }
}
