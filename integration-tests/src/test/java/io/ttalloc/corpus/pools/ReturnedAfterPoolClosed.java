package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A pool that is closed while two workers still have a connection, which they return later. */
public final class ReturnedAfterPoolClosed {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.ReturnedAfterPoolClosed$Connection
          type: connection
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.pools.ReturnedAfterPoolClosed$Pool
          subtypes: true
          type: pool
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: keep, resource: $0}
          drop:
            - {method: take, resource: result}
            - {method: close}
      """;

  private ReturnedAfterPoolClosed() {}

  static final class Connection implements AutoCloseable {
    private volatile boolean open = true;

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static class Pool implements AutoCloseable {
    private final Deque<Connection> idle = new ArrayDeque<>();
    private boolean closed;

    synchronized Connection take() {
      return idle.isEmpty() ? new Connection() : idle.pop();
    }

    synchronized void giveBack(Connection connection) {
      keep(connection);
    }

    private void keep(Connection connection) {
      idle.push(connection);
    }

    final boolean isClosed() {
      return closed;
    }

    @Override
    public synchronized void close() {
      closed = true;
      System.out.println("closing " + idle.size() + " connections");
      idle.forEach(Connection::close);
      idle.clear();
    }
  }

  static final class WatchfulPool extends Pool {
    @Override
    synchronized void giveBack(Connection connection) {
      if (isClosed()) {
        connection.close();
      } else {
        super.giveBack(connection);
      }
    }
  }

  static void run(Pool pool) throws InterruptedException {
    CountDownLatch borrowed = new CountDownLatch(2);
    CountDownLatch poolIsClosed = new CountDownLatch(1);
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread worker = new Thread(() -> work(pool, borrowed, poolIsClosed), "worker-" + i);
      worker.start();
      workers.add(worker);
    }
    borrowed.await();
    List<Connection> mine = List.of(pool.take(), pool.take(), pool.take());
    mine.forEach(pool::giveBack);
    pool.close();
    poolIsClosed.countDown();
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void work(Pool pool, CountDownLatch borrowed, CountDownLatch poolIsClosed) {
    Connection connection = pool.take();
    borrowed.countDown();
    try {
      poolIsClosed.await();
      if (!connection.isOpen()) {
        throw new IllegalStateException("a connection in use was closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pool.giveBack(connection);
    }
  }

  @Truth(
      why =
          "the pool accepts two returned connections after it was closed, and is not closed again",
      leaks = @Leak(type = "connection", count = 2, openedAt = "ReturnedAfterPoolClosed.work"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      run(new Pool());
    }
  }

  @Truth(why = "a pool that is closed closes what comes back to it")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      run(new WatchfulPool());
    }
  }
}
