package io.ttalloc.heap.scene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What tasks leave in the thread-local variables of the threads of pools. */
final class Pools {
  /** A value. */
  static final class User {}

  /** A variable of a class of its own, which no static field holds. */
  static final class OwnVariable extends ThreadLocal<Object> {}

  static final ThreadLocal<Object> LEFT = new ThreadLocal<>();
  static final ThreadLocal<Object> REMOVED = new ThreadLocal<>();
  static final ThreadLocal<Object> OF_RUNNING_TASK = new ThreadLocal<>();
  static final ThreadLocal<Object> OF_RUNNING_FORK = new ThreadLocal<>();
  static final ThreadLocal<Object> OF_ENDED_POOL = new ThreadLocal<>();
  static final ThreadLocal<Object> OF_MAIN = new ThreadLocal<>();
  static final ThreadLocal<Object> NULL = new ThreadLocal<>();
  static final ThreadLocal<Object> BYTES = new ThreadLocal<>();
  static final ThreadLocal<Object> USERS = new ThreadLocal<>();
  static final ThreadLocal<Object> FORKED = new ThreadLocal<>();
  static final ThreadLocal<Object> SCHEDULED = new ThreadLocal<>();
  static final ThreadLocal<Object> CACHED = new ThreadLocal<>();
  static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

  static final Object[] INSTANCES = {new OwnVariable(), new ThreadLocal<>()};

  /** The names of the threads that are to wait. */
  private static final List<String> IDLE = new ArrayList<>(List.of("pool-7-thread-1"));

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private Pools() {}

  static void set() throws Exception {
    OF_MAIN.set(new User());
    leaveInFixed();
    leaveOthers();
    leaveInForkJoin();
    leaveInRunning();
    leaveInEnded();
    awaitIdle();
  }

  /** Two threads in the same task at the same time, so that each has a value. */
  private static void leaveInFixed() {
    ExecutorService pool =
        Executors.newFixedThreadPool(2, task -> thread("left-" + IDLE.size(), task));
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(
          () -> {
            LEFT.set(new User());
            REMOVED.set(new User());
            REMOVED.remove();
            both.countDown();
            await(both);
          });
    }
    await(both);
  }

  private static void leaveOthers() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1, task -> thread("others", task));
    INHERITED.set(new User());
    pool.submit(Pools::setOthers).get();
    INHERITED.remove();
    Executors.newScheduledThreadPool(1, task -> thread("scheduled", task))
        .submit(() -> SCHEDULED.set(new User()))
        .get();
    Executors.newCachedThreadPool(task -> thread("cached", task))
        .submit(() -> CACHED.set(new User()))
        .get();
  }

  private static void setOthers() {
    NULL.set(null);
    BYTES.set(new byte[8]);
    USERS.set(new User[1]);
    for (Object variable : INSTANCES) {
      set(variable, "of the JDK");
    }
    new ThreadLocal<>().set(new User());
    new ThreadLocal<>().set("of the JDK");
    useJdk();
  }

  @SuppressWarnings("unchecked")
  private static void set(Object variable, Object value) {
    ((ThreadLocal<Object>) variable).set(value);
  }

  /** Channels and locks have variables of their own. */
  private static void useJdk() {
    try (FileChannel channel = FileChannel.open(Path.of("/proc/self/status"))) {
      channel.read(ByteBuffer.allocate(8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    Thread first = new Thread(lock.readLock()::lock);
    first.start();
    try {
      first.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    lock.readLock().lock();
  }

  private static void leaveInForkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    pool.submit(
            () -> {
              FORKED.set(new User());
              IDLE.add(Thread.currentThread().getName());
            })
        .get();
    ForkJoinPool joining = new ForkJoinPool(1);
    CountDownLatch set = new CountDownLatch(1);
    ForkJoinTask<?> task =
        joining.submit(
            () -> {
              OF_RUNNING_FORK.set(new User());
              set.countDown();
              await(NEVER);
            });
    await(set);
    if (task.isDone()) {
      throw new AssertionError("the task has ended");
    }
  }

  private static void leaveInRunning() {
    ExecutorService pool = Executors.newFixedThreadPool(1, task -> Threads.daemon(task, "running"));
    CountDownLatch set = new CountDownLatch(1);
    pool.execute(
        () -> {
          OF_RUNNING_TASK.set(new User());
          set.countDown();
          await(NEVER);
        });
    await(set);
  }

  private static void leaveInEnded() throws Exception {
    List<Thread> made = new ArrayList<>();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            1,
            task -> {
              made.add(Threads.daemon(task, "ended"));
              return made.get(0);
            });
    pool.submit(() -> OF_ENDED_POOL.set(new User())).get();
    pool.shutdown();
    if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new AssertionError("the pool does not end");
    }
    made.get(0).join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Thread thread(String name, Runnable task) {
    IDLE.add(name);
    return Threads.daemon(task, name);
  }

  private static void awaitIdle() {
    for (String name : IDLE) {
      while (!isIdle(name)) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static boolean isIdle(String name) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals(name))
        .map(Map.Entry::getValue)
        .filter(stack -> stack.length > 0 && stack[0].getMethodName().equals("park"))
        .flatMap(Arrays::stream)
        .map(StackTraceElement::getMethodName)
        .anyMatch(method -> method.equals("getTask") || method.equals("awaitWork"));
  }
}
