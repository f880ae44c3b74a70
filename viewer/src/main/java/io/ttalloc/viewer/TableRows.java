package io.ttalloc.viewer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Adds rows to a table in batches. Not thread-safe. */
final class TableRows implements AutoCloseable {
  private static final int BATCH = 10_000;

  private final PreparedStatement insert;
  private int waiting;

  TableRows(Connection database, ViewerTable table) throws SQLException {
    insert = database.prepareStatement(table.insert());
  }

  /** Adds a row: a string, a number or null for each column. */
  void add(@Nullable Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value instanceof Long number) {
        insert.setLong(i + 1, number);
      } else if (value instanceof Integer number) {
        insert.setInt(i + 1, number);
      } else if (value instanceof Double number) {
        insert.setDouble(i + 1, number);
      } else {
        insert.setString(i + 1, (String) value);
      }
    }
    insert.addBatch();
    waiting++;
    if (waiting == BATCH) {
      flush();
    }
  }

  private void flush() throws SQLException {
    insert.executeBatch();
    waiting = 0;
  }

  /** Writes the rows of the last batch; called only if no error has occurred. */
  void finish() throws SQLException {
    if (waiting > 0) {
      flush();
    }
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
