package io.ttalloc.viewer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.text.ProgramName;
import io.ttalloc.viewer.history.BufferHistory;
import io.ttalloc.viewer.history.ShownOperations;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The directory of a report for the viewer, accessible only to its owner.
 *
 * <p>The directory is written under a temporary name in the same parent directory, and renamed when
 * it is complete. If the directory already contains a report by tt-alloc, its files are replaced
 * one by one, and all other files are left alone.
 */
final class ViewerFolder {
  private static final String DATABASE = "db.sqlite";
  private static final String CONFIG = "config.json";
  private static final Set<String> FILES = Set.of(DATABASE, CONFIG);

  /** The offset of the application id in an SQLite file. */
  private static final int APPLICATION_ID_AT = 68;

  private final Path folder;
  private final long maxBuffers;

  /** Creates an instance for a directory, which need not exist. */
  ViewerFolder(Path folder) {
    this(folder, ShownOperations.MAX_BUFFERS);
  }

  /**
   * Creates an instance that limits the number of buffers listed after operations and in graphs.
   */
  ViewerFolder(Path folder, long maxBuffers) {
    this.folder = folder.toAbsolutePath().normalize();
    this.maxBuffers = maxBuffers;
  }

  /**
   * Writes a report.
   *
   * @param image the ledger that the report is about
   * @return a sentence for each kind of omission
   * @throws CommandFailure if the report cannot be written; in that case, nothing was written
   * @throws IOException if the ledger cannot be read
   */
  List<String> write(Report report, LedgerImage image) throws IOException {
    check();
    Path parent = Objects.requireNonNull(folder.getParent(), "checked before");
    SqliteDriver.load(parent);
    try {
      return write(report, image, parent);
    } catch (OutOfMemoryError e) {
      throw failed(
          "the report takes more than the %d MB of memory that this command may use; raise the limit, for example with JAVA_TOOL_OPTIONS=-Xmx4g"
              .formatted(Runtime.getRuntime().maxMemory() >> 20),
          e);
    }
  }

  private List<String> write(Report report, LedgerImage image, Path parent) throws IOException {
    BufferHistory history = BufferHistory.of(image);
    ShownOperations operations = ShownOperations.of(history, maxBuffers);
    List<String> leftOut = LeftOut.sentences(history, operations, maxBuffers);
    try (FreshFolder fresh = FreshFolder.in(parent)) {
      writeDatabase(fresh.path().resolve(DATABASE), report, history, operations, leftOut);
      OutputFile.write(fresh.path().resolve(CONFIG), out -> out.write(config(report)));
      publish(fresh.path());
    } catch (IOException e) {
      throw failed(reasonOf(e) + ", expected free space and write permission there", e);
    } catch (SQLException e) {
      throw failed(e.getMessage() + ", expected free space and write permission there", e);
    }
    return leftOut;
  }

  /**
   * Checks, before a ledger is read, that a report may be written to the directory.
   *
   * @throws CommandFailure if the report cannot be written there, for example because the directory
   *     contains other files
   */
  void check() {
    Path parent = folder.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw refused(
          parent == null
              ? "the path is the root of the file system"
              : "the parent folder does not exist");
    }
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(
          Files.isSymbolicLink(folder) ? "the path is a symbolic link" : "the path is a file");
    }
    try (Stream<Path> there = Files.list(folder)) {
      Set<String> others = new TreeSet<>();
      there.forEach(file -> others.add(String.valueOf(file.getFileName())));
      others.removeAll(FILES);
      if (!others.isEmpty()) {
        throw refused(
            "the folder contains other files (%s)"
                .formatted(ViewerText.of(others.iterator().next())));
      }
      Path database = folder.resolve(DATABASE);
      if (Files.exists(database, LinkOption.NOFOLLOW_LINKS)
          ? !isOurs(database)
          : Files.exists(folder.resolve(CONFIG))) {
        throw refused("the report already there was not written by tt-alloc");
      }
    } catch (IOException e) {
      throw failed(reasonOf(e), e);
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
    // An empty file is a valid empty database. The file is created here, and not by the driver, so
    // that only this user can read it.
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (Connection database = SqliteDriver.open(file)) {
      new ViewerDatabase(database, report, history, operations).write(leftOut);
    }
  }

  /** Returns the configuration file, from which the viewer reads the name of the report. */
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
      // This also replaces an empty directory.
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

  /** Returns the reason for a failure, without the name of the file, which may be temporary. */
  private static String reasonOf(IOException failure) {
    String reason = failure instanceof FileSystemException of ? of.getReason() : null;
    boolean unnamed = failure instanceof FileSystemException && reason == null;
    return unnamed ? failure.getClass().getSimpleName() : OutputFile.reasonOf(failure);
  }

  private CommandFailure refused(String why) {
    return new CommandFailure(
        "cannot write the report to %s: %s, expected a folder that is empty, contains only an earlier report by tt-alloc, or does not exist yet; nothing was written"
            .formatted(folder, why));
  }

  private CommandFailure failed(String why, Throwable cause) {
    return new CommandFailure(
        "cannot write the report to %s: %s; nothing was written".formatted(folder, why), cause);
  }
}
