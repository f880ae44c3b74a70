package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A driver whose daemon thread closes the descriptors of forgotten results. */
public final class PhantomReclaimer {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.PhantomReclaimer$Descriptor
          type: descriptor
          open: [<init>]
          close: [close]
          label: number
        - class: io.ttalloc.corpus.reclaiming.PhantomReclaimer$Reaper
          reclaim: [reap]
      """;

  private PhantomReclaimer() {}

  static final class Descriptor implements AutoCloseable {
    private final int number;

    Descriptor(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    @Override
    public void close() {}
  }

  static final class Ghost extends PhantomReference<Result> {
    private final Descriptor descriptor;

    Ghost(Result result, Descriptor descriptor, ReferenceQueue<Result> queue) {
      super(result, queue);
      this.descriptor = descriptor;
    }
  }

  static final class Reaper implements Runnable {
    private final ReferenceQueue<Result> queue = new ReferenceQueue<>();
    private final Set<Ghost> ghosts = ConcurrentHashMap.newKeySet();
    private final CountDownLatch reaped;

    Reaper(int expected) {
      reaped = new CountDownLatch(expected);
      Thread thread = new Thread(this, "reaper");
      thread.setDaemon(true);
      thread.start();
    }

    Ghost watch(Result result, Descriptor descriptor) {
      Ghost ghost = new Ghost(result, descriptor, queue);
      ghosts.add(ghost);
      return ghost;
    }

    void closedByProgram(Ghost ghost) {
      if (ghosts.remove(ghost)) {
        ghost.clear();
        ghost.descriptor.close();
      }
    }

    @Override
    public void run() {
      try {
        while (true) {
          reap((Ghost) queue.remove());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void reap(Ghost ghost) {
      if (ghosts.remove(ghost)) {
        ghost.descriptor.close();
        reaped.countDown();
      }
    }

    void awaitReaped() throws InterruptedException {
      for (int i = 0; i < 100 && !reaped.await(20, TimeUnit.MILLISECONDS); i++) {
        System.gc();
      }
      System.out.println("left: " + ghosts.size());
    }
  }

  static final class Result implements AutoCloseable {
    private final Reaper reaper;
    private final Descriptor descriptor;
    private final Ghost ghost;

    Result(Reaper reaper, int query) {
      this.reaper = reaper;
      this.descriptor = new Descriptor(query);
      this.ghost = reaper.watch(this, descriptor);
    }

    int first() {
      return descriptor.number();
    }

    @Override
    public void close() {
      reaper.closedByProgram(ghost);
    }
  }

  @Truth(
      why =
          "of fifty results seventeen are never closed, and the driver's own thread reclaims their descriptors",
      leaks = @Leak(type = "descriptor", count = 17, openedAt = "PhantomReclaimer$Leaking.query"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      Reaper reaper = new Reaper(17);
      int sum = 0;
      for (int i = 0; i < 50; i++) {
        sum += query(reaper, i);
      }
      System.out.println(sum);
      reaper.awaitReaped();
    }

    static int query(Reaper reaper, int number) {
      Result result = new Result(reaper, number);
      int first = result.first();
      if (first >= 17) {
        result.close();
      }
      return first;
    }
  }

  @Truth(
      why =
          "all fifty results are closed by those who asked for them; the daemon thread has nothing to do")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      Reaper reaper = new Reaper(0);
      int sum = 0;
      for (int i = 0; i < 50; i++) {
        sum += query(reaper, i);
      }
      System.out.println(sum);
      reaper.awaitReaped();
    }

    static int query(Reaper reaper, int number) {
      try (Result result = new Result(reaper, number)) {
        return result.first();
      }
    }
  }
}
