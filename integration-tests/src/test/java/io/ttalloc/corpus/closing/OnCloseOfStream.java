package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A repository that returns streams; closing the stream closes the cursor behind it. */
public final class OnCloseOfStream {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.OnCloseOfStream$Cursor
          type: cursor
          open: [query(String)]
          close: [close]
          label: $0
      """;

  private OnCloseOfStream() {}

  /** The rows of one query. */
  static final class Cursor implements Iterator<Integer>, AutoCloseable {
    private final int rows;
    private int row;

    private Cursor(int rows) {
      this.rows = rows;
    }

    static Cursor query(String sql) {
      return new Cursor(sql.length());
    }

    @Override
    public boolean hasNext() {
      return row < rows;
    }

    @Override
    public Integer next() {
      return row++;
    }

    @Override
    public void close() {
      row = rows;
    }
  }

  static final class Orders {
    Stream<Integer> findByCustomer(int customer) {
      Cursor cursor = Cursor.query("select id from orders where customer = " + customer);
      Spliterator<Integer> rows = Spliterators.spliteratorUnknownSize(cursor, Spliterator.ORDERED);
      return StreamSupport.stream(rows, false).onClose(cursor::close);
    }
  }

  @Truth(
      why =
          "findFirst ends the stream's work but does not close it, so its onClose handler never runs",
      leaks =
          @Leak(type = "cursor", count = 13, openedAt = "OnCloseOfStream$Orders.findByCustomer"))
  public static final class Leaking {
    public static void main(String[] args) {
      int sum = 0;
      for (int customer = 0; customer < 13; customer++) {
        sum += newest(new Orders(), customer);
      }
      System.out.println(sum);
    }

    static int newest(Orders orders, int customer) {
      return orders.findByCustomer(customer).filter(id -> id > 10).findFirst().orElse(0);
    }
  }

  @Truth(
      why =
          "closing the last stage closes the stream on which it is built, and, with it, the cursor")
  public static final class Mended {
    public static void main(String[] args) {
      int sum = 0;
      for (int customer = 0; customer < 13; customer++) {
        sum += newest(new Orders(), customer);
      }
      System.out.println(sum);
    }

    static int newest(Orders orders, int customer) {
      try (Stream<Integer> large = orders.findByCustomer(customer).filter(id -> id > 10)) {
        return large.findFirst().orElse(0);
      }
    }
  }
}
