package io.ttalloc.heap.scene;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Scenes in which a thread keeps the resource reachable. */
final class Threads {
  static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

  private Threads() {}

  static void start() throws ReflectiveOperationException, InterruptedException {
    CountDownLatch held = new CountDownLatch(7);
    startWatch(held);
    startHolder(held);
    startPool(held);
    startDaemon("local", () -> Locals.hold(Scene.LOCAL, held));
    startDaemon("locked", () -> lock(held));
    if (Runtime.version().feature() >= 21) {
      startVirtual(() -> Locals.hold(Scene.VIRTUAL, held));
    } else {
      held.countDown();
    }
    held.await();
  }

  private static void startHolder(CountDownLatch held) {
    Conn captured = Scene.RUNNABLE.opened();
    startDaemon(
        "holder-1",
        () -> {
          CURRENT.set(Scene.THREAD_LOCAL.opened());
          new ThreadLocal<>().set(Scene.NAMELESS_THREAD_LOCAL.opened());
          held.countDown();
          waitFor(captured);
        });
  }

  /** The object that the program's thread uses. */
  private static final class Watch {
    final AtomicReference<Conn> conn = new AtomicReference<>();
  }

  /**
   * Starts a thread of the JDK with a short path to a resource, and a thread of the program with a
   * longer path.
   */
  private static void startWatch(CountDownLatch held) {
    Watch watch = new Watch();
    Conn watched = Scene.WATCHED.opened();
    watch.conn.set(watched);
    startDaemon("worker", new FutureTask<>(() -> park(held), watched));
    startDaemon(
        "watch",
        () -> {
          held.countDown();
          waitFor(watch.conn.get());
        });
  }

  private static void startPool(CountDownLatch held) {
    ExecutorService pool = Executors.newFixedThreadPool(1, task -> daemon(task, "pool-1-thread-1"));
    pool.execute(
        () -> {
          held.countDown();
          waitFor(new Conn());
        });
    pool.execute(() -> {});
    Conn queued = Scene.EXECUTOR_QUEUE.opened();
    pool.execute(() -> waitFor(queued));
  }

  private static void waitFor(Conn conn) {
    synchronized (Threads.class) {
      while (conn.content == null) {
        try {
          Threads.class.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  private static void lock(CountDownLatch held) {
    try {
      Locals.lock(Scene.LOCKED, held);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void startDaemon(String name, Runnable task) {
    daemon(task, name).start();
  }

  static Thread daemon(Runnable task) {
    return daemon(task, "scheduler");
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Parks forever, after counting down. */
  static void park(CountDownLatch parked) {
    parked.countDown();
    while (parked.getCount() >= 0) {
      LockSupport.park();
    }
  }

  /** Uses reflection, since the tests are compiled for a JDK without virtual threads. */
  private static void startVirtual(Runnable task) throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    builder = type.getMethod("name", String.class).invoke(builder, "virtual");
    type.getMethod("start", Runnable.class).invoke(builder, task);
  }
}
