package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/** Values of thread locals that tasks leave in the threads of pools. */
class ThreadLocalsIT {
  private static final String PROGRAM = "io.ttalloc.it.policy.ThreadLocalsIT$Program.";
  private static final String USER = "io.ttalloc.it.policy.ThreadLocalsIT$User";

  @TempDir private Path folder;

  @EveryJdk
  void whatTasksLeaveInThreadsOfPoolsIsToldAtExit(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-threads").option("holders=true");

    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=1")
            .main(Program.class)
            .run()
            .expectSuccess();

    Map<String, String> told = new TreeMap<>();
    for (JsonElement element : tracked.json().root().getAsJsonArray("threadLocals")) {
      JsonObject row = element.getAsJsonObject();
      assertThat(row.get("collected").getAsBoolean()).isFalse();
      assertThat(row.get("yours").getAsBoolean()).isTrue();
      told.put(
          row.get("variable").getAsString(),
          row.get("count").getAsString()
              + " "
              + row.get("class").getAsString()
              + " in "
              + row.get("threads").getAsString()
              + " "
              + JsonReport.texts(row, "threadNames"));
    }
    assertThat(told)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                PROGRAM + "LEFT", "3 " + USER + " in 3 [pool-1-thread-*]",
                PROGRAM + "TEXT", "1 java.lang.String in 1 [pool-2-thread-1]",
                PROGRAM + "FORKED", "1 " + USER + " in 1 [ForkJoinPool-1-worker-1]"));
    assertThat(result.err())
        .contains(
            "\nthread locals that stay in waiting threads of pools (not counted as leaks:",
            "\n  io.ttalloc.it.policy.ThreadLocalsIT.Program.LEFT   3 x"
                + " io.ttalloc.it.policy.ThreadLocalsIT.User in 3 threads: pool-1-thread-*"
                + "   <- your code\n",
            "\n  fix  remove() in a finally block where it was set\n");
    // Findings are the pools that nobody shut down, and nothing else.
    assertThat(tracked.json().findings())
        .allSatisfy(
            finding ->
                assertThat(finding.get("type").getAsString()).isIn("executor", "fork/join pool"));
  }

  @EveryJdk
  void aRunningProcessIsAskedThoughNothingIsOpen(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES);
    try (RunningJvm running = tracked.on(jdk).main(Waiting.class).start()) {
      running.awaitLine("^left$");

      JvmResult asked =
          Monitor.jvm("dump", Long.toString(running.pid()), "--holders")
              .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
              .run()
              .expectSuccess();

      assertThat(asked.out().lines().limit(1)).allMatch(line -> line.contains("clean"));
      assertThat(asked.out())
          .contains(
              "\n  io.ttalloc.it.policy.ThreadLocalsIT.Waiting.LEFT   1 x"
                  + " io.ttalloc.it.policy.ThreadLocalsIT.User in 1 thread: pool-1-thread-1");
      running.kill();
    }
  }

  /** A value of the application. */
  static final class User {}

  /** Leaves values, and ends when the threads that have them wait. */
  static final class Program {
    static final ThreadLocal<Object> LEFT = new ThreadLocal<>();
    static final ThreadLocal<Object> TEXT = new ThreadLocal<>();
    static final ThreadLocal<Object> REMOVED = new ThreadLocal<>();
    static final ThreadLocal<Object> FORKED = new ThreadLocal<>();
    static final ThreadLocal<Object> IN_COMMON_POOL = new ThreadLocal<>();
    static final ThreadLocal<Object> IN_TASK = new ThreadLocal<>();
    static final ThreadLocal<Object> IN_ENDED = new ThreadLocal<>();
    static final ThreadLocal<Object> ON_MAIN = new ThreadLocal<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      ON_MAIN.set(new User());
      inThreeThreads(Executors.newFixedThreadPool(3));
      Executors.newFixedThreadPool(1).submit(Program::leaveTextAndWhatTheJdkHas).get();
      leaveIn(new ForkJoinPool(1), FORKED);
      // The JDK itself clears what tasks of the common pool leave.
      leaveIn(ForkJoinPool.commonPool(), IN_COMMON_POOL);
      CountDownLatch inTask = new CountDownLatch(1);
      Executors.newFixedThreadPool(1)
          .execute(
              () -> {
                IN_TASK.set(new User());
                inTask.countDown();
                InUseIT.waitForEver();
              });
      inTask.await();
      ExecutorService ended = Executors.newFixedThreadPool(1);
      ended.submit(() -> IN_ENDED.set(new User())).get();
      ended.shutdown();
      awaitIdle("pool-1-thread-1", "pool-1-thread-2", "pool-1-thread-3", "pool-2-thread-1");
      awaitIdle("ForkJoinPool-1-worker-1", "ForkJoinPool.commonPool-worker-1");
      awaitEnd("pool-4-thread-1");
      System.exit(0);
    }

    private static void inThreeThreads(ExecutorService pool) throws InterruptedException {
      CountDownLatch all = new CountDownLatch(3);
      for (int i = 0; i < 3; i++) {
        pool.execute(
            () -> {
              LEFT.set(new User());
              REMOVED.set(new User());
              REMOVED.remove();
              all.countDown();
              try {
                all.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
      }
      all.await();
    }

    /** Does not join the task, since the thread that joins may run it. */
    private static void leaveIn(ForkJoinPool pool, ThreadLocal<Object> variable)
        throws InterruptedException {
      CountDownLatch set = new CountDownLatch(1);
      pool.execute(
          () -> {
            variable.set(new User());
            set.countDown();
          });
      set.await();
    }

    private static void leaveTextAndWhatTheJdkHas() {
      TEXT.set("text");
      // The channel keeps a direct buffer in a variable of its own.
      try (FileChannel channel = FileChannel.open(Path.of("/proc/self/status"))) {
        channel.read(ByteBuffer.allocate(8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Waits for ever, with nothing open. */
  static final class Waiting {
    static final ThreadLocal<Object> LEFT = new ThreadLocal<>();

    private Waiting() {}

    public static void main(String[] args) throws Exception {
      new Session(1).close();
      Executors.newFixedThreadPool(1).submit(() -> LEFT.set(new User())).get();
      awaitIdle("pool-1-thread-1");
      System.out.println("left");
      InUseIT.waitForEver();
    }
  }

  private static void awaitIdle(String... threads) {
    for (String name : threads) {
      while (!isIdle(name)) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static boolean isIdle(String name) {
    List<String> waiting = List.of("getTask", "awaitWork");
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals(name))
        .map(Map.Entry::getValue)
        .filter(stack -> stack.length > 0 && stack[0].getMethodName().equals("park"))
        .flatMap(Arrays::stream)
        .anyMatch(frame -> waiting.contains(frame.getMethodName()));
  }

  private static void awaitEnd(String name) {
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name))) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
