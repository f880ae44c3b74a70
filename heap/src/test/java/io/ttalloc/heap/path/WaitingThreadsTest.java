package io.ttalloc.heap.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingThreadsTest {
  private static final String POOL = "java.util.concurrent.ThreadPoolExecutor.";
  private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker.run";
  private static final String FORK = "java.util.concurrent.ForkJoinPool.";
  private static final String PARK = "jdk.internal.misc.Unsafe.park";

  private static boolean waits(String... calls) {
    List<String> stack = new ArrayList<>(List.of(calls));
    stack.add("java.lang.Thread.run");
    return WaitingThreads.waitsForTask(stack);
  }

  @Test
  void inGetTaskAWorkerWaits() {
    assertThat(waits(PARK, POOL + "getTask", POOL + "runWorker", WORKER)).isTrue();
    assertThat(
            waits(
                "java.lang.Object.wait0",
                "com.acme.OwnQueue.take",
                POOL + "getTask",
                POOL + "runWorker",
                WORKER))
        .isTrue();
  }

  @Test
  void theExecutorOfTomcatIsKnown() {
    String tomcat = "org.apache.tomcat.util.threads.ThreadPoolExecutor.";
    assertThat(waits(PARK, tomcat + "getTask", tomcat + "runWorker")).isTrue();
  }

  @Test
  void aTaskThatWaitsIsNoWorkerThatWaits() {
    assertThat(waits(PARK, "com.acme.Task.run", POOL + "runWorker", WORKER)).isFalse();
    assertThat(waits(PARK, "com.acme.Task.getTask", POOL + "runWorker", WORKER)).isFalse();
  }

  @Test
  void whatRunsDoesNotWait() {
    assertThat(waits("com.acme.Key.compareTo", POOL + "getTask", POOL + "runWorker", WORKER))
        .isFalse();
    assertThat(waits()).isFalse();
    assertThat(WaitingThreads.waitsForTask(List.of())).isFalse();
  }

  @Test
  void aWorkerWithinTheTaskOfAnotherPoolIsPartOfThatTask() {
    assertThat(
            waits(
                PARK,
                POOL + "getTask",
                POOL + "runWorker",
                WORKER,
                "com.acme.Task.run",
                POOL + "runWorker",
                WORKER))
        .isFalse();
    assertThat(
            waits(
                PARK,
                POOL + "getTask",
                POOL + "runWorker",
                WORKER,
                "java.util.concurrent.ForkJoinTask.doExec",
                FORK + "runWorker"))
        .isFalse();
  }

  @Test
  void aForkJoinWorkerWaitsUnlessATaskIsOnItsStack() {
    assertThat(waits(PARK, FORK + "awaitWork", FORK + "runWorker")).isTrue();
    assertThat(waits(PARK, FORK + "runWorker")).isFalse();
    assertThat(
            waits(
                PARK,
                FORK + "awaitWork",
                "java.util.concurrent.ForkJoinTask.doExec",
                FORK + "runWorker"))
        .isFalse();
  }
}
