package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A pool whose connections are not closed when they are returned, so the statements that they own
 * are not closed either.
 */
public final class StatementsOfPooled {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.StatementsOfPooled$Physical
          type: connection
          open: [connect(String)]
          close: [close]
          label: $0
        - class: io.ttalloc.corpus.pools.StatementsOfPooled$Statement
          type: statement
          open: [<init>]
          close: [close]
          label: sql
      """;

  private StatementsOfPooled() {}

  static final class Statement implements AutoCloseable {
    private final String sql;

    Statement(String sql) {
      this.sql = sql;
    }

    int query() {
      return sql.length();
    }

    @Override
    public void close() {}
  }

  interface Connection extends AutoCloseable {
    Statement prepare(String sql);

    @Override
    void close();
  }

  static final class Physical implements Connection {
    private final String url;

    private Physical(String url) {
      this.url = url;
    }

    static Physical connect(String url) {
      return new Physical(url);
    }

    @Override
    public Statement prepare(String sql) {
      return new Statement(url + " " + sql);
    }

    @Override
    public void close() {}
  }

  /** A borrowed connection: closing it returns the physical connection to the pool. */
  static final class Borrowed implements Connection {
    private final Pool pool;
    private final Physical physical;
    private final List<Statement> prepared = new ArrayList<>();

    Borrowed(Pool pool, Physical physical) {
      this.pool = pool;
      this.physical = physical;
    }

    @Override
    public Statement prepare(String sql) {
      Statement statement = physical.prepare(sql);
      prepared.add(statement);
      return statement;
    }

    @Override
    public void close() {
      if (pool.closesStatements) {
        prepared.forEach(Statement::close);
      }
      pool.idle.push(physical);
    }
  }

  static final class Pool implements AutoCloseable {
    private final Deque<Physical> idle = new ArrayDeque<>();
    private final boolean closesStatements;

    Pool(boolean closesStatements) {
      this.closesStatements = closesStatements;
      idle.push(Physical.connect("db:one"));
      idle.push(Physical.connect("db:two"));
    }

    Connection borrow() {
      return new Borrowed(this, idle.pop());
    }

    @Override
    public void close() {
      idle.forEach(Physical::close);
    }
  }

  static final class Accounts {
    private final Pool pool;

    Accounts(Pool pool) {
      this.pool = pool;
    }

    int balance(int account) {
      try (Connection connection = pool.borrow()) {
        return connection.prepare("select balance from account where id = " + account).query();
      }
    }

    int closeAccount(int account) {
      try (Connection connection = pool.borrow();
          Statement statement = connection.prepare("delete from account where id = " + account)) {
        return statement.query();
      }
    }
  }

  static void work(boolean closesStatements) {
    try (Pool pool = new Pool(closesStatements)) {
      Accounts accounts = new Accounts(pool);
      int sum = 0;
      for (int account = 0; account < 33; account++) {
        sum += accounts.balance(account) + accounts.closeAccount(account);
      }
      System.out.println(sum);
    }
  }

  @Truth(
      why =
          "the DAO relies on the connection to close its statement, but that connection only returns to the pool",
      leaks =
          @Leak(type = "statement", count = 33, openedAt = "StatementsOfPooled$Accounts.balance"))
  public static final class Leaking {
    public static void main(String[] args) {
      work(false);
    }
  }

  @Truth(why = "a connection that returns to the pool closes the statements of its borrower first")
  public static final class Mended {
    public static void main(String[] args) {
      work(true);
    }
  }
}
