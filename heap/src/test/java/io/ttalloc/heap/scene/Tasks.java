package io.ttalloc.heap.scene;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Scenes with tasks that run later, objects kept by the JDK, and references that do not count. */
final class Tasks {
  /** A stream that is set as the standard output. */
  static final class Sink extends OutputStream {
    final Conn conn = Scene.STANDARD_OUTPUT.opened();

    @Override
    public void write(int b) {}
  }

  static final ThreadLocal<Object> IN_POOL = new ThreadLocal<>();
  static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

  static ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(Threads::daemon);
  static ScheduledExecutorService repeater =
      Executors.newSingleThreadScheduledExecutor(Threads::daemon);
  static ExecutorService pool =
      Executors.newFixedThreadPool(1, task -> Threads.daemon(task, "pool-7-thread-1"));
  static CompletableFuture<String> future = new CompletableFuture<>();
  static AtomicReference<Object> atomic = new AtomicReference<>(Scene.ATOMIC.opened());
  static Reference<Object> weak = new WeakReference<>(opened(SceneProgram.WEAK));
  static ReferenceQueue<Object> queue = new ReferenceQueue<>();
  static Reference<Object> phantom = new PhantomReference<>(opened(SceneProgram.PHANTOM), queue);

  private Tasks() {}

  private static Object opened(int slot) {
    return Scene.opened(new Conn(), slot);
  }

  @SuppressWarnings(
      "FutureReturnValueIgnored") // A reference to the future would be another path to the task.
  static void set() throws InterruptedException {
    Runnable scheduled = Captures.capturing(Scene.SCHEDULED.opened());
    scheduler.schedule(scheduled, 1, TimeUnit.DAYS);
    Runnable repeated = Captures.capturing(Scene.REPEATED.opened());
    repeater.scheduleAtFixedRate(repeated, 1, 1, TimeUnit.DAYS);
    startTimer(Scene.TIMER.opened());
    Conn applied = Scene.COMPLETION.opened();
    future.thenApply(String::trim).thenAccept(text -> applied.content = text);
    Conn hooked = Scene.SHUTDOWN_HOOK.opened();
    Runtime.getRuntime().addShutdownHook(new Thread(Captures.capturing(hooked), "hook"));
    Conn handling = Scene.UNCAUGHT.opened();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> handling.content = thrown);
    System.setOut(new PrintStream(new Sink()));
    setThreadLocals();
  }

  private static void startTimer(Conn conn) {
    new Timer("timer", true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                conn.content = "used";
              }
            },
            TimeUnit.DAYS.toMillis(1));
  }

  private static void setThreadLocals() throws InterruptedException {
    CountDownLatch set = new CountDownLatch(2);
    pool.execute(
        () -> {
          IN_POOL.set(Scene.THREAD_LOCAL_OF_POOL.opened());
          set.countDown();
        });
    INHERITED.set(Scene.INHERITABLE.opened());
    // A thread inherits values of its parent when it is created.
    Threads.startDaemon("heir", () -> Threads.park(set));
    INHERITED.remove();
    set.await();
  }
}
