package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A search that creates an executor for each query. The threads are daemons, so that the process
 * can end.
 */
public final class ExecutorPerRequest {
  static final String RULES =
      """
        - class: java.util.concurrent.ThreadPoolExecutor
          type: executor
          open: [<init>]
          close: [shutdown, shutdownNow]
      """;

  private ExecutorPerRequest() {}

  static ExecutorService newWorkers() {
    return Executors.newFixedThreadPool(
        2,
        task -> {
          Thread thread = new Thread(task, "search");
          thread.setDaemon(true);
          return thread;
        });
  }

  static int sumOfShards(ExecutorService workers, String query)
      throws InterruptedException, ExecutionException {
    List<Future<Integer>> hits = new ArrayList<>();
    for (int shard = 0; shard < 3; shard++) {
      int number = shard;
      hits.add(workers.submit(() -> query.length() * number));
    }
    int sum = 0;
    for (Future<Integer> hit : hits) {
      sum += hit.get();
    }
    return sum;
  }

  @Truth(
      why =
          "the executor of a query is never shut down, and its idle threads wait for more work until the process ends",
      leaks =
          @Leak(
              type = "executor",
              count = 10,
              openedAt = "ExecutorPerRequest.newWorkers",
              heldBy = "its own idle threads"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
      int sum = 0;
      for (int i = 0; i < 10; i++) {
        sum += search("query " + i);
      }
      System.out.println(sum);
    }

    static int search(String query) throws InterruptedException, ExecutionException {
      return sumOfShards(newWorkers(), query);
    }
  }

  @Truth(why = "each executor is shut down when its query is answered")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
      int sum = 0;
      for (int i = 0; i < 10; i++) {
        sum += search("query " + i);
      }
      System.out.println(sum);
    }

    static int search(String query) throws InterruptedException, ExecutionException {
      ExecutorService workers = newWorkers();
      try {
        return sumOfShards(workers, query);
      } finally {
        workers.shutdown();
      }
    }
  }
}
