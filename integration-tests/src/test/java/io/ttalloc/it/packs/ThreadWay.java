package io.ttalloc.it.packs;

import java.nio.file.Path;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The ways of executors and timers. Executors have run a task, so that they have a thread. */
@SuppressWarnings("ImmutableEnumChecker") // lists of texts that nobody changes
enum ThreadWay implements Way {
  FIXED("Executors.newFixedThreadPool(int)", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newFixedThreadPool(2));
    }
  },
  CACHED("Executors.newCachedThreadPool()", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newCachedThreadPool());
    }
  },
  SCHEDULED("Executors.newScheduledThreadPool(int)", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newScheduledThreadPool(1));
    }
  },
  SINGLE_SCHEDULED("Executors.newSingleThreadScheduledExecutor()", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newSingleThreadScheduledExecutor());
    }
  },
  CONSTRUCTED("new ThreadPoolExecutor(...)", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(
          new ThreadPoolExecutor(
              1,
              1,
              1,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              Executors.defaultThreadFactory()));
    }
  },
  SUBCLASS("a subclass of ScheduledThreadPoolExecutor, shutdownNow()", ThreadWay.EXECUTOR) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      ExecutorService executor = used(new ScheduledThreadPoolExecutor(1) {}).executor();
      return executor::shutdownNow;
    }
  },
  SINGLE("Executors.newSingleThreadExecutor()", ThreadWay.EXECUTOR, Judged.LEAK_UNLESS_DROPPED, 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newSingleThreadExecutor());
    }
  },
  PER_TASK(
      "Executors.newVirtualThreadPerTaskExecutor()",
      ThreadWay.THREAD_PER_TASK,
      Judged.NO_LEAK,
      21) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      // By reflection, since this is compiled for 17.
      return used(
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    }
  },
  PLATFORM_PER_TASK(
      "Executors.newThreadPerTaskExecutor(ThreadFactory)",
      ThreadWay.THREAD_PER_TASK,
      Judged.NO_LEAK,
      21) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(
          (ExecutorService)
              Executors.class
                  .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                  .invoke(null, Executors.defaultThreadFactory()));
    }
  },
  WORK_STEALING("Executors.newWorkStealingPool()", ThreadWay.FORK_JOIN) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(Executors.newWorkStealingPool());
    }
  },
  FORK_JOIN_POOL("new ForkJoinPool(int)", ThreadWay.FORK_JOIN) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return used(new ForkJoinPool(2));
    }
  },
  FORK_JOIN_ALL("new ForkJoinPool(...) with all parameters", ThreadWay.FORK_JOIN) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
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
              // An idle worker that ended would free the pool.
              1,
              TimeUnit.HOURS));
    }
  },
  TIMER("new Timer()", "timer") {
    @Override
    public AutoCloseable open(Path place) {
      Timer timer = new Timer();
      return timer::cancel;
    }
  },
  NAMED_TIMER("new Timer(String, boolean)", "timer") {
    @Override
    public AutoCloseable open(Path place) {
      Timer timer = new Timer("named", true);
      return timer::cancel;
    }
  };

  private static final String EXECUTOR = "executor";
  private static final String THREAD_PER_TASK = "executor of a thread per task";
  private static final String FORK_JOIN = "fork/join pool";

  private final Facts facts;
  private final int since;

  ThreadWay(String code, String type) {
    this(code, type, Judged.LEAK, 0);
  }

  ThreadWay(String code, String type, Judged judged, int since) {
    this.facts = new Facts(code, type, Place.NOTHING, judged);
    this.since = since;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public int since() {
    return since;
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
