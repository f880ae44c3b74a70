package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two threads that miss the same key at the same time, and both open the missing value. */
public final class LoserOfPutIfAbsent {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.LoserOfPutIfAbsent$Index
          type: index
          open: [open(String)]
          close: [close]
          label: $0
      """;

  private LoserOfPutIfAbsent() {}

  static final class Index implements AutoCloseable {
    private final String name;

    private Index(String name) {
      this.name = name;
    }

    static Index open(String name) {
      return new Index(name);
    }

    int length() {
      return name.length();
    }

    @Override
    public void close() {}
  }

  abstract static class Indexes implements AutoCloseable {
    private final ConcurrentMap<String, Index> open = new ConcurrentHashMap<>();
    // Makes both threads miss before either of them inserts, as may happen under load.
    private final CyclicBarrier bothMissed = new CyclicBarrier(2);

    Index get(String name) throws InterruptedException, BrokenBarrierException {
      Index cached = open.get(name);
      if (cached != null) {
        return cached;
      }
      bothMissed.await();
      Index opened = Index.open(name);
      Index earlier = open.putIfAbsent(name, opened);
      if (earlier == null) {
        return opened;
      }
      lost(opened);
      return earlier;
    }

    abstract void lost(Index index);

    @Override
    public void close() {
      open.values().forEach(Index::close);
      open.clear();
    }
  }

  static int search(Indexes indexes) throws InterruptedException, BrokenBarrierException {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      sum += indexes.get("index-" + i).length();
    }
    return sum;
  }

  static void run(Indexes indexes) throws InterruptedException, ExecutionException {
    ExecutorService searchers = Executors.newFixedThreadPool(2);
    try (indexes) {
      Future<Integer> one = searchers.submit(() -> search(indexes));
      Future<Integer> other = searchers.submit(() -> search(indexes));
      System.out.println(one.get() + other.get());
    } finally {
      searchers.shutdown();
    }
  }

  @Truth(
      why =
          "of two indexes opened for one name the map keeps the first, and the second is never closed",
      leaks = @Leak(type = "index", count = 20, openedAt = "LoserOfPutIfAbsent$Indexes.get"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
      run(
          new Indexes() {
            @Override
            void lost(Index index) {
              System.out.print(".");
            }
          });
    }
  }

  @Truth(why = "the thread that comes second closes the index it opened needlessly")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
      run(
          new Indexes() {
            @Override
            void lost(Index index) {
              index.close();
            }
          });
    }
  }
}
