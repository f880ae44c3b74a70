package io.ttalloc.heap;

import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.heap.process.DumpReaderProcess;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportFile;
import io.ttalloc.text.VisibleText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * {@code java -cp JAR io.ttalloc.heap.HeapDumpCommand DUMP OUT [--until-input-ends]} finds out what
 * keeps the open resources of a heap dump reachable, and writes the result to a file.
 *
 * <p>The exit status is 0, or 1 with one line on stderr. The command's memory is limited by {@code
 * -Xmx}: it refuses a dump that needs more.
 */
public final class HeapDumpCommand {
  private HeapDumpCommand() {}

  public static void main(String[] arguments) {
    String[] files = arguments;
    if (arguments.length == 3 && arguments[2].equals(DumpReaderProcess.UNTIL_INPUT_ENDS)) {
      files = new String[] {arguments[0], arguments[1]};
      Path out = Path.of(arguments[1]);
      whenEnded(System.in, () -> abandon(out));
    }
    System.exit(run(files, System.err));
  }

  /**
   * Called when the process that requested the report has ended: deletes that process's private
   * files and exits.
   */
  private static void abandon(Path out) {
    DumpFolder.deleteAround(out);
    Runtime.getRuntime().halt(1);
  }

  /** Starts a thread that runs an action when a stream has ended. */
  static void whenEnded(InputStream input, Runnable action) {
    Thread watch =
        new Thread(
            () -> {
              awaitEnd(input);
              action.run();
            },
            "tt-alloc-input");
    watch.setDaemon(true);
    watch.start();
  }

  private static void awaitEnd(InputStream input) {
    try {
      while (input.read() >= 0) {
        // No input is expected.
      }
    } catch (IOException e) {
      // The input is closed.
    }
  }

  /** Runs the command and returns the exit status. */
  static int run(String[] arguments, PrintStream errors) {
    if (arguments.length != 2) {
      errors.println("tt-alloc: expected two arguments: the heap dump and the file to write");
      return 1;
    }
    String problem = problem(Path.of(arguments[0]), Path.of(arguments[1]));
    if (problem == null) {
      return 0;
    }
    errors.println("tt-alloc: " + VisibleText.of(problem));
    return 1;
  }

  /** Reads the dump and writes the report; returns a one-line description of a failure, or null. */
  private static @Nullable String problem(Path dump, Path out) {
    HeapReport report;
    try {
      report = HeapDumpReader.read(dump);
    } catch (UnreadableDumpException e) {
      return dump + " " + e.getMessage();
    }
    try {
      write(report, out);
      return null;
    } catch (IOException e) {
      return out + " cannot be written: " + e;
    }
  }

  /** Writes the report to a file that only the user can read, because map keys may be private. */
  private static void write(HeapReport report, Path out) throws IOException {
    Path whole = out.toAbsolutePath();
    // Not createTempFile: generating its random names takes longer than the whole report.
    Path part =
        Files.createFile(
            whole.resolveSibling(whole.getFileName() + ".part"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(part))) {
        HeapReportFile.write(report, to);
      }
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
