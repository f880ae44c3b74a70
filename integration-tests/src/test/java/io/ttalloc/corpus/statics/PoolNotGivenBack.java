package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A static pool that lends connections to requests; some requests fail before they return theirs.
 */
public final class PoolNotGivenBack {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.PoolNotGivenBack$Pool
          type: pool
          open: [<init>]
          holder: true
          hold:
            - {method: giveBack, resource: $0}
          drop:
            - {method: borrow, resource: result}
        - class: io.ttalloc.corpus.statics.PoolNotGivenBack$Conn
          type: connection
          open: [<init>]
          close: [close]
      """;

  static final Pool POOL = new Pool();

  private PoolNotGivenBack() {}

  /** A connection, which must be closed. */
  static final class Conn implements AutoCloseable {
    private int queries;

    int query(int request) {
      queries++;
      if (request % 40 == 39) {
        throw new IllegalArgumentException("no order " + request);
      }
      return queries;
    }

    @Override
    public void close() {
      queries = -1;
    }
  }

  /** Keeps up to two idle connections. */
  static final class Pool {
    private final Deque<Conn> idle = new ArrayDeque<>();

    Conn borrow() {
      Conn conn = idle.poll();
      return conn != null ? conn : open();
    }

    private static Conn open() {
      return new Conn();
    }

    void giveBack(Conn conn) {
      if (idle.size() == 2) {
        conn.close();
      } else {
        idle.push(conn);
      }
    }
  }

  /** The work of a request. */
  interface Request {
    int serve(int request);
  }

  static void serveAll(Request request) {
    int failed = 0;
    for (int number = 0; number < 500; number++) {
      try {
        request.serve(number);
      } catch (IllegalArgumentException e) {
        failed++;
      }
    }
    System.out.println(failed + " requests failed, " + POOL.idle.size() + " connections idle");
  }

  @Truth(
      why = "a request that fails does not return the connection on which it failed",
      leaks = @Leak(type = "connection", count = 12, openedAt = "PoolNotGivenBack$Pool.open"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      serveAll(
          request -> {
            Conn conn = POOL.borrow();
            int result = conn.query(request);
            POOL.giveBack(conn);
            return result;
          });
    }
  }

  @Truth(
      why = "every request returns what it borrowed, and the pool keeps idle connections by design")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      serveAll(
          request -> {
            Conn conn = POOL.borrow();
            try {
              return conn.query(request);
            } finally {
              POOL.giveBack(conn);
            }
          });
    }
  }
}
