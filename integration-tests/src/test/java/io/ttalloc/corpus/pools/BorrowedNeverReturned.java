package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.ToIntBiFunction;

/**
 * A pool that opens a new connection when it is empty. Some orders keep the connections that they
 * borrowed. Closing the pool closes the connections in it.
 */
public final class BorrowedNeverReturned {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.BorrowedNeverReturned$Connection
          type: connection
          open: [<init>]
          close: [close]
          label: number
        - class: io.ttalloc.corpus.pools.BorrowedNeverReturned$Pool
          type: connection pool
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: giveBack, resource: $0}
          drop:
            - {method: borrow, resource: result}
            - close
      """;

  private BorrowedNeverReturned() {}

  static final class Connection implements AutoCloseable {
    private final int number;

    Connection(int number) {
      this.number = number;
    }

    int execute(String sql) {
      return sql.length() + number;
    }

    @Override
    public void close() {}
  }

  static final class Pool implements AutoCloseable {
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int opened;

    Connection borrow() {
      return idle.isEmpty() ? new Connection(++opened) : idle.pop();
    }

    void giveBack(Connection connection) {
      idle.push(connection);
    }

    @Override
    public void close() {
      System.out.println(opened + " opened, " + idle.size() + " in the pool at its end");
      idle.forEach(Connection::close);
      idle.clear();
    }
  }

  static final class OutOfStockException extends RuntimeException {
    OutOfStockException(int order) {
      super("order " + order);
    }
  }

  static int reserve(Connection connection, int order) {
    if (order % 20 == 10) {
      throw new OutOfStockException(order);
    }
    return connection.execute("update stock set reserved = " + order);
  }

  static void serve(ToIntBiFunction<Pool, Integer> place) {
    try (Pool pool = new Pool()) {
      int sum = 0;
      for (int order = 0; order < 100; order++) {
        try {
          sum += place.applyAsInt(pool, order);
        } catch (OutOfStockException e) {
          sum--;
        }
      }
      System.out.println(sum);
    }
  }

  @Truth(
      why =
          "five orders are out of stock, and their exceptions skip the line that gives the connection back",
      leaks =
          @Leak(type = "connection", count = 5, openedAt = "BorrowedNeverReturned$Leaking.place"))
  public static final class Leaking {
    public static void main(String[] args) {
      serve(Leaking::place);
    }

    static int place(Pool pool, int order) {
      Connection connection = pool.borrow();
      int rows = reserve(connection, order);
      pool.giveBack(connection);
      return rows;
    }
  }

  @Truth(why = "each connection goes back to the pool, and closing the pool closes them all")
  public static final class Mended {
    public static void main(String[] args) {
      serve(Mended::place);
    }

    static int place(Pool pool, int order) {
      Connection connection = pool.borrow();
      try {
        return reserve(connection, order);
      } finally {
        pool.giveBack(connection);
      }
    }
  }
}
