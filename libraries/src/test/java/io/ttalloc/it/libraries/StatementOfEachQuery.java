package io.ttalloc.it.libraries;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A program with a method that returns the result set of a new statement. The callers close the
 * result sets but not the statements, which stay open until the connection is closed.
 */
final class StatementOfEachQuery {
  private StatementOfEachQuery() {}

  public static void main(String[] args) throws SQLException {
    boolean leak = args[0].equals("leak");
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:numbers")) {
      for (int i = 0; i < 6; i++) {
        System.out.println(leak ? number(connection, i) : numberClosing(connection, i));
      }
      System.exit(0); // The connection is still in use.
    }
  }

  private static int number(Connection connection, int number) throws SQLException {
    try (ResultSet rows = query(connection, "select " + number)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static ResultSet query(Connection connection, String sql) throws SQLException {
    Statement statement = connection.createStatement();
    return statement.executeQuery(sql);
  }

  private static int numberClosing(Connection connection, int number) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select " + number)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
