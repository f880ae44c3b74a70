package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Judged;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ways to create executors and timers. Each executor runs a task first, and so has a thread. */
public final class ThreadWays implements Ways {
  private static final String EXECUTOR = "executor";
  private static final String THREAD_PER_TASK = "executor of a thread per task";
  private static final String FORK_JOIN = "fork/join pool";

  private static final List<Way> ALL =
      List.of(
          way(
              "Executors.newFixedThreadPool(int)",
              EXECUTOR,
              place -> used(Executors.newFixedThreadPool(2))),
          way(
              "Executors.newCachedThreadPool()",
              EXECUTOR,
              place -> used(Executors.newCachedThreadPool())),
          way(
              "Executors.newScheduledThreadPool(int)",
              EXECUTOR,
              place -> used(Executors.newScheduledThreadPool(1))),
          way(
              "Executors.newSingleThreadScheduledExecutor()",
              EXECUTOR,
              place -> used(Executors.newSingleThreadScheduledExecutor())),
          way(
              "new ThreadPoolExecutor(...)",
              EXECUTOR,
              place ->
                  used(
                      new ThreadPoolExecutor(
                          1,
                          1,
                          1,
                          TimeUnit.SECONDS,
                          new LinkedBlockingQueue<>(),
                          Executors.defaultThreadFactory()))),
          way(
              "a subclass of ScheduledThreadPoolExecutor, shutdownNow()",
              EXECUTOR,
              place -> {
                ExecutorService executor = used(new ScheduledThreadPoolExecutor(1) {}).executor();
                return executor::shutdownNow;
              }),
          way(
                  "Executors.newSingleThreadExecutor()",
                  EXECUTOR,
                  place -> used(Executors.newSingleThreadExecutor()))
              .judged(Judged.LEAK_UNLESS_DROPPED),
          way(
                  "Executors.newVirtualThreadPerTaskExecutor()",
                  THREAD_PER_TASK,
                  place -> {
                    // Uses reflection, because the code is compiled for 17.
                    return used(
                        (ExecutorService)
                            Executors.class
                                .getMethod("newVirtualThreadPerTaskExecutor")
                                .invoke(null));
                  })
              .judged(Judged.NO_LEAK)
              .since(21),
          way(
                  "Executors.newThreadPerTaskExecutor(ThreadFactory)",
                  THREAD_PER_TASK,
                  place ->
                      used(
                          (ExecutorService)
                              Executors.class
                                  .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                                  .invoke(null, Executors.defaultThreadFactory())))
              .judged(Judged.NO_LEAK)
              .since(21),
          way(
              "Executors.newWorkStealingPool()",
              FORK_JOIN,
              place -> used(Executors.newWorkStealingPool())),
          way("new ForkJoinPool(int)", FORK_JOIN, place -> used(new ForkJoinPool(2))),
          way(
              "new ForkJoinPool(...) with all parameters",
              FORK_JOIN,
              place -> {
                return used(
                    new ForkJoinPool(
                        1,
                        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        null,
                        false,
                        1,
                        1,
                        1,
                        null,
                        // The pool could be collected if its idle worker ended.
                        1,
                        TimeUnit.HOURS));
              }),
          way(
              "new Timer()",
              "timer",
              place -> {
                Timer timer = new Timer();
                return timer::cancel;
              }),
          way(
              "new Timer(String, boolean)",
              "timer",
              place -> {
                Timer timer = new Timer("named", true);
                return timer::cancel;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** An executor that has run a task. */
  private record Used(ExecutorService executor) implements AutoCloseable {
    @Override
    public void close() {
      executor.shutdown();
    }
  }

  private static Used used(ExecutorService executor) throws Exception {
    executor.submit(Thread::currentThread).get();
    return new Used(executor);
  }
}
