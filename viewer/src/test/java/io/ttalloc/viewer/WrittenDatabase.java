package io.ttalloc.viewer;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Writes the report on a ledger for the viewer, and queries its database. */
final class WrittenDatabase implements AutoCloseable {
  private final Connection database;
  private final List<String> leftOut;

  private WrittenDatabase(Connection database, List<String> leftOut) {
    this.database = database;
    this.leftOut = leftOut;
  }

  static WrittenDatabase of(LedgerBuilder ledger, Path folder) {
    return of(ledger, new ViewerFolder(folder), folder, AnalysisOptions.defaults());
  }

  static WrittenDatabase of(LedgerBuilder ledger, Path folder, long maxBuffers) {
    return of(ledger, new ViewerFolder(folder, maxBuffers), folder, AnalysisOptions.defaults());
  }

  static WrittenDatabase of(
      LedgerBuilder ledger, ViewerFolder viewer, Path folder, AnalysisOptions options) {
    List<String> leftOut = ledger.read(image -> write(image, viewer, options));
    try {
      return new WrittenDatabase(SqliteDriver.open(folder.resolve("db.sqlite")), leftOut);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> write(LedgerImage image, ViewerFolder viewer, AnalysisOptions options)
      throws IOException {
    try {
      return viewer.write(Analysis.of(image, options), image);
    } catch (CommandFailure e) {
      throw new AssertionError(e);
    }
  }

  /** The sentences that tell the user what was left out. */
  List<String> leftOut() {
    return leftOut;
  }

  /** Runs a query; returns its rows with columns joined by {@code |}, and {@code -} for null. */
  List<String> rows(String query) {
    try (Statement statement = database.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          String value = result.getString(i);
          row.add(value == null ? "-" : value);
        }
        rows.add(String.join("|", row));
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
