package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.stream.IntStream;

/**
 * An import that exits inside the try-with-resources statement of its connection when it reaches
 * the end of its input.
 */
public final class StatementPerRow {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.StatementPerRow$Conn
          type: connection
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.locals.StatementPerRow$Statement
          type: statement
          open: ["<init>(Conn,String)"]
          close: [close()]
          label: $1
      """;

  private StatementPerRow() {}

  /** A connection that makes statements. */
  static final class Conn implements AutoCloseable {
    private int executed;

    Statement prepare(String sql) {
      return new Statement(this, sql);
    }

    @Override
    public void close() {
      executed = -1;
    }
  }

  /** A database statement, which must be closed. */
  static final class Statement implements AutoCloseable {
    private final Conn conn;
    private final String sql;

    Statement(Conn conn, String sql) {
      this.conn = conn;
      this.sql = sql;
    }

    int execute(int row) {
      conn.executed++;
      return row % sql.length();
    }

    @Override
    public void close() {
      conn.executed += 0;
    }
  }

  /** Imports rows and exits at the last one. */
  abstract static class Import {
    abstract int row(Conn conn, int row);

    void run() {
      try (Conn conn = new Conn()) {
        int sum = IntStream.range(0, 17).map(row -> row(conn, row)).sum();
        endOfInput(conn.executed, sum);
      }
    }

    private static void endOfInput(int executed, int sum) {
      System.out.println(executed + " rows, sum " + sum);
      System.exit(0);
    }
  }

  @Truth(
      why = "no row closes its statement; the connection is still in main's try at the end",
      leaks =
          @Leak(
              type = "statement",
              count = 17,
              openedAt = "StatementPerRow$Leaking$CarelessImport.row"))
  public static final class Leaking {
    private Leaking() {}

    /** Leaves its statements to the connection, which does not close them. */
    static final class CarelessImport extends Import {
      @Override
      int row(Conn conn, int row) {
        return conn.prepare("insert " + row).execute(row);
      }
    }

    public static void main(String[] args) {
      new CarelessImport().run();
    }
  }

  @Truth(why = "each row closes its statement; the connection is still in main's try at the end")
  public static final class Mended {
    private Mended() {}

    /** Closes each statement. */
    static final class CarefulImport extends Import {
      @Override
      int row(Conn conn, int row) {
        try (Statement statement = conn.prepare("insert " + row)) {
          return statement.execute(row);
        }
      }
    }

    public static void main(String[] args) {
      new CarefulImport().run();
    }
  }
}
