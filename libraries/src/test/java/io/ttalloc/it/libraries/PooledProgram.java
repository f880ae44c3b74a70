package io.ttalloc.it.libraries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A program that uses a pool as its documentation shows, and closes everything it opens. Arguments:
 * the pool, and optionally {@code leak}, which makes the program leave a connection open.
 */
final class PooledProgram {
  private static final int ROUNDS = 20;

  private PooledProgram() {}

  public static void main(String[] args) throws Exception {
    try (JdbcPool.Opened pool = JdbcPool.valueOf(args[0]).open(4)) {
      try (Connection connection = pool.borrow();
          Statement statement = connection.createStatement()) {
        statement.execute("create table orders(id identity, name varchar)");
      }
      for (int i = 0; i < ROUNDS; i++) {
        place(pool);
        read(pool);
        fail(pool);
      }
      if (args.length > 1) {
        leak(pool);
      }
    }
  }

  private static void place(JdbcPool.Opened pool) throws SQLException {
    try (Connection connection = pool.borrow()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into orders(name) values(?)", Statement.RETURN_GENERATED_KEYS)) {
        insert.setString(1, "one");
        insert.executeUpdate();
        try (ResultSet keys = insert.getGeneratedKeys()) {
          keys.next();
        }
        insert.setString(1, "two");
        insert.addBatch();
        insert.setString(1, "three");
        insert.addBatch();
        insert.executeBatch();
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static void read(JdbcPool.Opened pool) throws SQLException {
    try (Connection connection = pool.borrow()) {
      try (Statement statement = connection.createStatement();
          ResultSet orders = statement.executeQuery("select * from orders")) {
        while (orders.next()) {
          orders.getString(2);
        }
      }
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
        tables.next();
      }
      try (Statement statement = connection.createStatement()) {
        // Running the second query closes the first result set; closing the statement closes the
        // second result set.
        statement.executeQuery("select 1").next();
        statement.executeQuery("select 2").next();
      }
    }
  }

  private static void fail(JdbcPool.Opened pool) throws SQLException {
    try (Connection connection = pool.borrow();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      try {
        ResultSet none = statement.executeQuery("select * from nothing");
        throw new AssertionError("found " + none);
      } catch (SQLException expected) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    }
  }

  @SuppressWarnings("resource") // The leak is its purpose.
  private static void leak(JdbcPool.Opened pool) throws SQLException {
    Connection connection = pool.source().getConnection();
    System.out.println("leaked " + connection.getCatalog());
  }
}
