package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A pool that a timer shrinks after a burst of requests. The timer is a daemon, and main closes the
 * pool at the end.
 */
public final class ShrinkingPool {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.ShrinkingPool$Worker
          type: worker process
          open: [spawn]
          close: [kill]
      """;

  private ShrinkingPool() {}

  static final class Worker {
    private volatile boolean alive = true;

    private Worker() {}

    static Worker spawn() {
      return new Worker();
    }

    int render(int page) {
      return alive ? page : -1;
    }

    void kill() {
      alive = false;
    }
  }

  static final class Pool {
    private static final int MIN_IDLE = 3;
    private final List<Worker> idle = new ArrayList<>();
    private final Consumer<List<Worker>> discard;
    private final CountDownLatch shrunk = new CountDownLatch(1);

    Pool(Consumer<List<Worker>> discard) {
      this.discard = discard;
    }

    /** Uses ten workers at the same time. */
    int rush() {
      List<Worker> busy = new ArrayList<>();
      int sum = 0;
      for (int page = 0; page < 10; page++) {
        Worker worker = take();
        busy.add(worker);
        sum += worker.render(page);
      }
      synchronized (this) {
        idle.addAll(busy);
      }
      return sum;
    }

    private synchronized Worker take() {
      return idle.isEmpty() ? Worker.spawn() : idle.remove(idle.size() - 1);
    }

    synchronized void shrink() {
      if (idle.size() > MIN_IDLE) {
        List<Worker> surplus = idle.subList(MIN_IDLE, idle.size());
        discard.accept(surplus);
        surplus.clear();
        shrunk.countDown();
      }
    }

    void awaitShrunk() throws InterruptedException {
      System.out.println("shrunk: " + shrunk.await(10, TimeUnit.SECONDS));
    }

    synchronized void close() {
      idle.forEach(Worker::kill);
      idle.clear();
    }
  }

  static void run(Consumer<List<Worker>> discard) throws InterruptedException {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "shrink");
              thread.setDaemon(true);
              return thread;
            });
    Pool pool = new Pool(discard);
    ScheduledFuture<?> shrinking =
        timer.scheduleWithFixedDelay(pool::shrink, 5, 5, TimeUnit.MILLISECONDS);
    System.out.println(pool.rush());
    pool.awaitShrunk();
    shrinking.cancel(false);
    pool.close();
  }

  @Truth(
      why = "the timer takes seven workers out of the pool and only counts them",
      leaks = @Leak(type = "worker process", count = 7, openedAt = "ShrinkingPool$Pool.take"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      run(surplus -> System.out.println(surplus.size() + " discarded"));
    }
  }

  @Truth(
      why = "the timer kills the workers it takes out, and closing the pool kills the other three")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      run(surplus -> surplus.forEach(Worker::kill));
    }
  }
}
