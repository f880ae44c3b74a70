package io.ttalloc.monitor.viewer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.wording.ProgramName;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.monitor.viewer.history.BufferHistory;
import io.ttalloc.monitor.viewer.history.ShownOperations;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a report for the viewer, private to its user.
 *
 * <p>It is written under another name beside its own and renamed when it is complete. If there is
 * such a report already, its files are replaced one by one; whatever else is there is left alone.
 */
public final class ViewerFolder {
  /** The name of the format. */
  public static final String FORMAT = "ttnn";

  private static final String DATABASE = "db.sqlite";
  private static final String CONFIG = "config.json";
  private static final Set<String> FILES = Set.of(DATABASE, CONFIG);

  /** Where a file of SQLite has its application id. */
  private static final int APPLICATION_ID_AT = 68;

  private final Path folder;
  private final long mostRows;

  /** A folder that need not exist. */
  public ViewerFolder(Path folder) {
    this(folder, ShownOperations.MAX_ROWS);
  }

  /** With at most so many rows of buffers. */
  ViewerFolder(Path folder, long mostRows) {
    this.folder = folder.toAbsolutePath();
    this.mostRows = mostRows;
  }

  /**
   * Writes a report.
   *
   * @param image what the report is about
   * @return what was left out, a sentence each
   * @throws ViewerException it cannot be written, and nothing was
   * @throws IOException the ledger cannot be read
   */
  public List<String> write(Report report, LedgerImage image) throws ViewerException, IOException {
    check();
    Path parent = folder.getParent();
    if (parent == null) {
      throw refused("it is the root of a file system", null);
    }
    SqliteDriver.load(parent);
    BufferHistory history = BufferHistory.of(image);
    ShownOperations operations = ShownOperations.of(history, mostRows);
    List<String> leftOut = LeftOut.sentences(history, operations, mostRows);
    Path fresh =
        parent.resolve(
            ".tt-alloc-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
    try {
      Files.createDirectory(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      writeDatabase(fresh.resolve(DATABASE), report, history, operations, leftOut);
      OutputFile.write(fresh.resolve(CONFIG), out -> out.write(config(report)));
      publish(fresh);
    } catch (IOException e) {
      throw refused(OutputFile.reasonOf(e), e);
    } catch (SQLException e) {
      throw refused(e.getMessage(), e);
    } finally {
      remove(fresh);
    }
    return leftOut;
  }

  /**
   * Checks that a report may be written, before a ledger is read for it.
   *
   * @throws ViewerException something else is there
   */
  public void check() throws ViewerException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(Files.isSymbolicLink(folder) ? "it is a symbolic link" : "it is a file", null);
    }
    try (Stream<Path> there = Files.list(folder)) {
      Set<String> others = new TreeSet<>();
      there.forEach(file -> others.add(String.valueOf(file.getFileName())));
      others.removeAll(FILES);
      if (!others.isEmpty()) {
        throw refused(
            "there is something else in it (%s)".formatted(others.iterator().next()), null);
      }
      Path database = folder.resolve(DATABASE);
      if (Files.exists(database, LinkOption.NOFOLLOW_LINKS)
          ? !isOurs(database)
          : Files.exists(folder.resolve(CONFIG))) {
        throw refused("the report in it was not written by tt-alloc", null);
      }
    } catch (IOException e) {
      throw refused(OutputFile.reasonOf(e), e);
    }
  }

  private static boolean isOurs(Path database) throws IOException {
    if (!Files.isRegularFile(database, LinkOption.NOFOLLOW_LINKS)
        || Files.size(database) < APPLICATION_ID_AT + Integer.BYTES) {
      return false;
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(database))) {
      in.skipNBytes(APPLICATION_ID_AT);
      return in.readInt() == ViewerDatabase.APPLICATION_ID;
    }
  }

  private static void writeDatabase(
      Path file,
      Report report,
      BufferHistory history,
      ShownOperations operations,
      List<String> leftOut)
      throws IOException, SQLException {
    // An empty file is an empty database, and this one nobody else can read.
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (Connection database = SqliteDriver.open(file)) {
      new ViewerDatabase(database, report, history, operations).write(leftOut);
    }
  }

  /** What the viewer calls the report. */
  private static byte[] config(Report report) {
    JsonObject config = new JsonObject();
    String program = ViewerText.of(ProgramName.of(report.process().command()));
    config.addProperty("report_name", program + " (pid " + report.process().pid() + ")");
    return (config + "\n").getBytes(UTF_8);
  }

  private void publish(Path fresh) throws IOException {
    if (isFilled()) {
      for (String file : List.of(DATABASE, CONFIG)) {
        Files.move(fresh.resolve(file), folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
      }
    } else {
      // Takes the place of an empty folder, too.
      Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private boolean isFilled() throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<Path> there = Files.list(folder)) {
      return there.findAny().isPresent();
    }
  }

  private static void remove(Path fresh) throws IOException {
    if (!Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.list(fresh)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(fresh);
  }

  private ViewerException refused(@Nullable String why, @Nullable Throwable cause) {
    String message =
        "cannot write the report to %s: %s, expected a folder that is empty, holds only an earlier report by tt-alloc, or does not exist yet; nothing was written"
            .formatted(folder, why);
    return cause == null ? new ViewerException(message) : new ViewerException(message, cause);
  }
}
