package io.ttalloc.points;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The thread in which errors are injected, and another one. Both are replaced from time to time,
 * because a thread keeps state for every probe that it has used.
 */
final class TestThreads implements AutoCloseable {
  private static final long WATCHDOG_SECONDS = 30;
  private static final int CALLS = 200;

  private ExecutorService faulty = start("faulty");
  private ExecutorService other = start("other");
  private int calls;

  private static ExecutorService start(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Runs a task on the thread in which errors are injected; fails if the task does not end. */
  <T> T onFaulty(Callable<T> task) throws Exception {
    if (++calls % CALLS == 0) {
      close();
      faulty = start("faulty");
      other = start("other");
    }
    try {
      return faulty.submit(task).get(WATCHDOG_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("still runs after " + WATCHDOG_SECONDS + " s:\n" + allStacks(), e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().toString(), e.getCause());
    }
  }

  /** The other thread. */
  ExecutorService other() {
    return other;
  }

  @Override
  public void close() {
    faulty.shutdown();
    other.shutdown();
  }

  static String allStacks() {
    return Thread.getAllStackTraces().entrySet().stream()
        .map(TestThreads::textOf)
        .collect(Collectors.joining("\n"));
  }

  private static String textOf(Map.Entry<Thread, StackTraceElement[]> entry) {
    return Stream.of(entry.getValue())
        .map(frame -> "\n    at " + frame)
        .collect(Collectors.joining("", entry.getKey().toString(), ""));
  }
}
