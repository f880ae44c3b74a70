package io.ttalloc.heap;

import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportJson;
import io.ttalloc.yaml.VisibleText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * {@code java -cp JAR io.ttalloc.heap.HeapDumpCommand DUMP OUT} writes what keeps the open
 * resources of a heap dump into a file of JSON.
 *
 * <p>The exit status is 0, or 1 with one line on stderr. Its memory is bounded by {@code -Xmx}: a
 * dump that needs more is refused.
 */
public final class HeapDumpCommand {
  private HeapDumpCommand() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.err));
  }

  /** Does what the arguments say, and returns the exit status. */
  static int run(String[] arguments, PrintStream errors) {
    if (arguments.length != 2) {
      errors.println("tt-alloc: expected the heap dump and the file to write");
      return 1;
    }
    String problem = problem(Path.of(arguments[0]), Path.of(arguments[1]));
    if (problem == null) {
      return 0;
    }
    errors.println("tt-alloc: " + VisibleText.of(problem));
    return 1;
  }

  /** Reads the dump and writes the report; what went wrong in one line, or null. */
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

  /** Keys of maps may be private, so only the user can read the file. */
  private static void write(HeapReport report, Path out) throws IOException {
    Path whole = out.toAbsolutePath();
    Path part = Files.createTempFile(whole.getParent(), ".tt-alloc-", ".tmp");
    try {
      try (Writer writer = Files.newBufferedWriter(part)) {
        HeapReportJson.write(report, writer);
      }
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
