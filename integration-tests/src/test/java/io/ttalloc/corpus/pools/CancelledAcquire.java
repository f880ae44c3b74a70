package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Connections that are opened asynchronously; some callers have given up when their connection
 * arrives.
 */
public final class CancelledAcquire {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.CancelledAcquire$Connection
          type: connection
          open: [<init>]
          close: [close]
          label: caller
      """;

  private CancelledAcquire() {}

  static final class Connection implements AutoCloseable {
    private final int caller;

    Connection(int caller) {
      this.caller = caller;
    }

    int ping() {
      return caller;
    }

    @Override
    public void close() {}
  }

  abstract static class Connector {
    private final ExecutorService dialer =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "dialer"));
    private final CountDownLatch networkIsUp = new CountDownLatch(1);

    CompletableFuture<Connection> acquire(int caller) {
      CompletableFuture<Connection> promise = new CompletableFuture<>();
      dialer.execute(() -> dial(caller, promise));
      return promise;
    }

    private void dial(int caller, CompletableFuture<Connection> promise) {
      try {
        networkIsUp.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        promise.completeExceptionally(e);
        return;
      }
      arrived(new Connection(caller), promise);
    }

    abstract void arrived(Connection connection, CompletableFuture<Connection> promise);

    void networkIsUp() {
      networkIsUp.countDown();
    }

    void shutdown() throws InterruptedException {
      dialer.shutdown();
      System.out.println("dialer ended: " + dialer.awaitTermination(5, TimeUnit.SECONDS));
    }
  }

  static void run(Connector connector) throws InterruptedException {
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int caller = 0; caller < 12; caller++) {
      CompletableFuture<Connection> promise = connector.acquire(caller);
      if (caller % 4 == 1) {
        // This caller times out before the network is up.
        promise.cancel(false);
      } else {
        answers.add(promise.thenApply(CancelledAcquire::pingAndClose));
      }
    }
    connector.networkIsUp();
    System.out.println(answers.stream().mapToInt(CompletableFuture::join).sum());
    connector.shutdown();
  }

  static int pingAndClose(Connection connection) {
    try (connection) {
      return connection.ping();
    }
  }

  @Truth(
      why = "a connection that completes a cancelled future reaches no code that could close it",
      leaks = @Leak(type = "connection", count = 3, openedAt = "CancelledAcquire$Connector.dial"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      run(
          new Connector() {
            @Override
            void arrived(Connection connection, CompletableFuture<Connection> promise) {
              promise.complete(connection);
            }
          });
    }
  }

  @Truth(why = "a connection that is no longer awaited is closed by the dialer")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      run(
          new Connector() {
            @Override
            void arrived(Connection connection, CompletableFuture<Connection> promise) {
              if (!promise.complete(connection)) {
                connection.close();
              }
            }
          });
    }
  }
}
