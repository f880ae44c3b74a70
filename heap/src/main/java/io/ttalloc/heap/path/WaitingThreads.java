package io.ttalloc.heap.path;

import java.util.List;
import java.util.Set;

/**
 * Recognises, by their stacks, the threads of pools that wait for their next task.
 *
 * <p>A worker of a ThreadPoolExecutor calls {@code getTask} between two tasks only, and one of a
 * ForkJoinPool {@code awaitWork} when it finds none. A task that waits for something itself has the
 * frames that run it on the stack, and none of these. The names are those of JDK 17 to 25, and of
 * Tomcat, whose executor is a copy of the JDK's.
 */
final class WaitingThreads {
  /** Such stacks are short; a longer one has a task on it. */
  static final int MOST_FRAMES = 64;

  private static final String GET_TASK = ".ThreadPoolExecutor.getTask";
  private static final String RUN_WORKER = ".ThreadPoolExecutor.runWorker";
  private static final String AWAIT_WORK = "java.util.concurrent.ForkJoinPool.awaitWork";

  /** The innermost frame of a thread that waits. */
  private static final Set<String> BLOCKED =
      Set.of("jdk.internal.misc.Unsafe.park", "java.lang.Object.wait", "java.lang.Object.wait0");

  /** What runs a task of a fork/join pool. */
  private static final Set<String> RUNNING =
      Set.of(
          "java.util.concurrent.ForkJoinTask.doExec",
          "java.util.concurrent.ForkJoinPool$WorkQueue.topLevelExec");

  private WaitingThreads() {}

  /**
   * Whether a thread waits for the next task of its pool.
   *
   * @param calls its stack, innermost first
   */
  static boolean waitsForTask(List<String> calls) {
    if (calls.isEmpty() || !BLOCKED.contains(calls.get(0))) {
      return false;
    }
    boolean waits = false;
    int workers = 0;
    for (String call : calls) {
      if (RUNNING.contains(call)) {
        return false;
      }
      waits |= call.endsWith(GET_TASK) || call.equals(AWAIT_WORK);
      workers += call.endsWith(RUN_WORKER) ? 1 : 0;
    }
    // A worker that runs inside of another pool's task belongs to that task.
    return waits && workers <= 1;
  }
}
