package io.ttalloc.viewer;

import io.ttalloc.cli.arguments.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.OSInfo;

/**
 * Loads the native part of SQLite and opens databases.
 *
 * <p>The driver copies its library from the JAR file to a directory and loads it from there; it
 * leaves the deletion of the copy to later runs. This class makes the driver use a new directory
 * that only this user can write to, and deletes it as soon as the library is loaded. If files in
 * the temporary directory cannot be executed, it tries the directory of the report.
 */
final class SqliteDriver {
  private static final String WHERE = "org.sqlite.tmpdir";

  private SqliteDriver() {}

  /** Captures the reason for a failure, which the driver only writes to its log. */
  private static final class Reason extends Handler {
    private @Nullable String text;

    @Override
    public void publish(LogRecord record) {
      Throwable thrown = record.getThrown();
      if (thrown != null && text == null) {
        text = thrown.getMessage();
      }
    }

    /**
     * Returns the last part of the message, which is the operating system's reason, without the
     * useless name of the copied file.
     */
    String inShort() {
      String said = String.valueOf(text);
      text = null;
      return said.substring(said.lastIndexOf(": ") + 1).strip();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /**
   * Loads the native library, unless it is already loaded.
   *
   * @param beside a path in whose directory to put the library if the temporary directory cannot be
   *     used
   * @throws CommandFailure if there is no library for this operating system, or it cannot be loaded
   */
  static void load(Path beside) {
    String system = OSInfo.getNativeLibFolderPathForCurrentOS();
    String library = System.mapLibraryName("sqlitejdbc");
    if (SQLiteJDBCLoader.class.getResource("native/" + system + "/" + library) == null) {
      throw new CommandFailure(
          "no SQLite library for %s, expected Linux or macOS on x86_64 or aarch64"
              .formatted(system));
    }
    Logger logger = Logger.getLogger(SQLiteJDBCLoader.class.getName());
    Reason reason = new Reason();
    boolean handled = logger.getUseParentHandlers();
    logger.setUseParentHandlers(false);
    logger.addHandler(reason);
    Map<Path, String> tried = new LinkedHashMap<>();
    try {
      for (Path folder : List.of(Path.of(System.getProperty("java.io.tmpdir")), beside)) {
        if (!tried.containsKey(folder) && loadFrom(folder, reason)) {
          return;
        }
        tried.putIfAbsent(folder, reason.inShort());
      }
    } finally {
      logger.removeHandler(reason);
      logger.setUseParentHandlers(handled);
    }
    throw new CommandFailure(
        "SQLite's native library cannot be loaded from %s, expected a folder from which code may be executed (JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER)"
            .formatted(
                tried.entrySet().stream()
                    .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                    .collect(Collectors.joining(" or from "))));
  }

  private static boolean loadFrom(Path folder, Reason reason) {
    Path own = null;
    String before = System.getProperty(WHERE);
    try {
      own = Files.createTempDirectory(folder, ".tt-alloc-sqlite-");
      System.setProperty(WHERE, own.toString());
      return SQLiteJDBCLoader.initialize();
    } catch (IOException e) {
      reason.text = "cannot create a folder there";
      return false;
    } catch (Exception e) { // the driver declares Exception
      if (reason.text == null) {
        reason.text = e.getMessage();
      }
      return false;
    } finally {
      if (before == null) {
        System.clearProperty(WHERE);
      } else {
        System.setProperty(WHERE, before);
      }
      delete(own);
    }
  }

  /** Deletes the directory; once the library is loaded, its file is not needed. */
  private static void delete(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      folder.toFile().deleteOnExit();
    }
  }

  /**
   * Opens a database. Uses a URI, since the driver truncates plain file names at a question mark.
   */
  static Connection open(Path file) throws SQLException {
    Connection database = new JDBC().connect("jdbc:sqlite:" + file.toUri(), new Properties());
    if (database == null) {
      throw new SQLException(file + " cannot be the name of a database");
    }
    return database;
  }
}
