package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.HeapNeed;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes reports on the running process for clients, which may be remote and have no rights on this
 * machine. Reports are written beside the ledger, which contains the same data anyway. Their number
 * is limited, and a report is written only if there is enough heap. Thread-safe.
 */
final class ReportFolder {
  static final int MAX_REPORTS = 100;

  /**
   * A name that cannot refer to another folder, is not hidden, and contains no terminal control
   * characters.
   */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private final LedgerAccess ledger;
  private final Path folder;
  private final AtomicBoolean writing = new AtomicBoolean();

  /**
   * Reports that were written or attempted; accessed only by the thread that has set {@link
   * #writing}.
   */
  private final Set<Path> written = new LinkedHashSet<>();

  ReportFolder(LedgerAccess ledger) {
    this.ledger = ledger;
    this.folder = Objects.requireNonNull(ledger.path().toAbsolutePath().getParent());
  }

  /**
   * Judges what is open now and writes a report to a new file.
   *
   * @param name the name of the file, whose suffix determines the format
   * @return the path of the file
   * @throws IllegalArgumentException if there can be no report with this name
   * @throws IllegalStateException if another report is being written
   * @throws IOException if the report could not be written; there is no file then
   */
  Path write(String name) throws IOException {
    Path file = folder.resolve(checked(name));
    ReportFormat format = formatOf(name);
    if (!writing.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "another report is being written; only one can be written at a time");
    }
    try {
      requireFewer();
      written.add(file);
      Report report = report(format.listsResources());
      OutputFile.writeNew(file, out -> format.write(report, out));
      return file;
    } catch (IOException e) {
      // Not the original exception: clients cannot deserialize the agent's classes.
      throw new IOException(
          "the report could not be written to %s (%s); nothing was written"
              .formatted(
                  file,
                  e instanceof FileSystemException ? OutputFile.reasonOf(e) : e.getMessage()));
    } finally {
      writing.set(false);
    }
  }

  private String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name is not allowed, expected at most 100 characters (A-Z, a-z, 0-9, '.', '_' and"
              + " '-'), beginning with a letter or digit, and no folder: reports are written to "
              + folder
              + "; nothing was written");
    }
    return name;
  }

  private static ReportFormat formatOf(String name) {
    ReportFormat format = ReportFormats.bySuffix(name);
    if (format == null) {
      throw new IllegalArgumentException(
          "the format of '%s' is unknown, expected a name that ends in one of %s; nothing was written"
              .formatted(
                  name,
                  ReportFormats.all().stream()
                      .map(ReportFormat::suffix)
                      .collect(Collectors.joining(", "))));
    }
    return format;
  }

  private void requireFewer() throws IOException {
    written.removeIf(each -> !Files.exists(each, LinkOption.NOFOLLOW_LINKS));
    if (written.size() >= MAX_REPORTS) {
      throw new IOException(
          "%d reports written by this bean still exist (the maximum is %d): remove some"
              .formatted(written.size(), MAX_REPORTS));
    }
  }

  private Report report(boolean listsResources) throws IOException {
    requireRoom(HeapNeed.ofReading(ledger.content()), "reading the ledger");
    LedgerImage image = LedgerReader.readOwn(ledger.content(), ledger.path());
    requireRoom(HeapNeed.ofJudging(image), "judging the ledger");
    return Analysis.of(image, ledger.options().get().listing(listsResources));
  }

  /**
   * Throws an exception unless twice this number of bytes is free in the heap: the application
   * keeps running and may need free heap at any moment.
   */
  private static void requireRoom(long bytes, String what) throws IOException {
    Runtime heap = Runtime.getRuntime();
    long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
    if (bytes > free / 2) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s may need %,d bytes of heap, expected at most half of the %,d that are free; tt-alloc"
                  + " dump %d writes reports in a separate process",
              what,
              bytes,
              free,
              ProcessHandle.current().pid()));
    }
  }
}
