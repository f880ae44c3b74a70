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
 * <p>The driver copies its library out of the jar into a folder, loads it from there and leaves it
 * to later runs to delete it. Here the folder is a new one that only this user can write to, and it
 * is deleted as soon as the library is loaded. Where programs may not be executed from the folder
 * for temporary files, the folder of the report is tried.
 */
final class SqliteDriver {
  private static final String WHERE = "org.sqlite.tmpdir";

  private SqliteDriver() {}

  /** Keeps what the driver would log, which is the only place where it says why. */
  private static final class Reason extends Handler {
    private @Nullable String text;

    @Override
    public void publish(LogRecord record) {
      Throwable thrown = record.getThrown();
      if (thrown != null && text == null) {
        text = thrown.getMessage();
      }
    }

    /** The end of the message, which comes from the system; the copy's name before it is no use. */
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
   * Loads the native library, unless it is loaded already.
   *
   * @param beside where to put it if that is not possible in the folder for temporary files
   * @throws CommandFailure there is none for this system, or it cannot be loaded
   */
  static void load(Path beside) {
    String system = OSInfo.getNativeLibFolderPathForCurrentOS();
    String library = System.mapLibraryName("sqlitejdbc");
    if (SQLiteJDBCLoader.class.getResource("native/" + system + "/" + library) == null) {
      throw new CommandFailure(
          "SQLite is not there for %s, expected Linux or macOS on x86_64 or aarch64"
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
        "the native library of SQLite cannot be loaded from %s, expected a folder from which programs may be executed (JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER)"
            .formatted(
                tried.entrySet().stream()
                    .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                    .collect(Collectors.joining(" nor from "))));
  }

  private static boolean loadFrom(Path folder, Reason reason) {
    Path own = null;
    String before = System.getProperty(WHERE);
    try {
      own = Files.createTempDirectory(folder, ".tt-alloc-sqlite-");
      System.setProperty(WHERE, own.toString());
      return SQLiteJDBCLoader.initialize();
    } catch (IOException e) {
      reason.text = "no folder can be made there";
      return false;
    } catch (Exception e) { // what the driver declares
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

  /** A loaded library needs no name. */
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

  /** Opens a database; by an address, since the driver cuts names at a question mark. */
  static Connection open(Path file) throws SQLException {
    Connection database = new JDBC().connect("jdbc:sqlite:" + file.toUri(), new Properties());
    if (database == null) {
      throw new SQLException(file + " is no name for a database");
    }
    return database;
  }
}
