package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntUnaryOperator;

/**
 * A scratch buffer for each thread, in a ThreadLocal. When a thread ends, its buffer becomes
 * unreachable.
 */
public final class BufferOfEachThread {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.BufferOfEachThread$Scratch
          type: scratch buffer
          open: [<init>]
          close: [close]
          bytes: 4096
      """;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private BufferOfEachThread() {}

  static final class Scratch implements AutoCloseable {
    private long used;

    int use(int value) {
      used += value;
      return (int) (used % 97);
    }

    @Override
    public void close() {
      used = 0;
    }
  }

  static int compress(int block) {
    return SCRATCH.get().use(block);
  }

  /** Runs four workers that are alive at the same time, and waits until they have ended. */
  static void runWorkers(IntUnaryOperator worker) throws InterruptedException {
    CountDownLatch allStarted = new CountDownLatch(4);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                allStarted.countDown();
                try {
                  allStarted.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                System.out.println("worker " + number + ": " + worker.applyAsInt(number));
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.gc();
  }

  @Truth(
      why =
          "a worker ends without closing its thread's buffer, which nothing can reach from then on",
      leaks = @Leak(type = "scratch buffer", count = 4, openedAt = "BufferOfEachThread.compress"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      runWorkers(Leaking::work);
    }

    static int work(int number) {
      int last = 0;
      for (int block = 0; block < 50; block++) {
        last = compress(block * number);
      }
      return last;
    }
  }

  @Truth(why = "the last thing that a worker does is to close and remove its thread's buffer")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      runWorkers(Mended::work);
    }

    static int work(int number) {
      try {
        int last = 0;
        for (int block = 0; block < 50; block++) {
          last = compress(block * number);
        }
        return last;
      } finally {
        SCRATCH.get().close();
        SCRATCH.remove();
      }
    }
  }
}
