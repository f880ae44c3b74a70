package io.ttalloc.analysis;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportFile;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The heap report that a process writes at exit. It is stored beside the ledger, so that later
 * readers reach the same verdicts as the exit dump. Immutable.
 *
 * <p>The file contains the clock base of the process, the time of the heap dump, and the heap
 * report.
 *
 * @param clockBaseNanos the clock base of the process; readers use it to check that the file
 *     belongs to the ledger
 * @param nanos a time just before the heap was dumped, in the relative time of the ledger
 */
public record ExitHeap(long clockBaseNanos, long nanos, HeapReport report) {
  /**
   * The maximum number of resources in the file. It limits the time that commands take, since each
   * command that lists or judges ledgers reads the whole file.
   */
  private static final int MAX_RESOURCES = 50_000;

  private static final int MAX_BYTES = 64 << 20;

  /** Returns the options with this heap report added. */
  public AnalysisOptions addedTo(AnalysisOptions options) {
    return options.holding(report, DumpTime.atExit(nanos));
  }

  /**
   * Writes this report to a file that only its owner can read. Writes nothing if there are more
   * than 50,000 resources.
   *
   * @throws IOException if the file exists or cannot be written
   */
  public void writeTo(Path file) throws IOException {
    if (report.resources().size() > MAX_RESOURCES) {
      return;
    }
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(clockBaseNanos);
      out.writeLong(nanos);
      HeapReportFile.write(report, out);
    }
  }

  /**
   * Returns the options with the heap report that the ledger's process wrote when it ended; returns
   * the same options if there is no such report or it cannot be read.
   */
  static AnalysisOptions addTo(AnalysisOptions options, Path ledger, LedgerImage image) {
    if (options.heap().report() != null || image.process().ended() != Ended.EXIT) {
      return options;
    }
    ExitHeap left = read(LedgerFiles.beside(ledger).heap(), image.process().clock().baseNanos());
    return left == null ? options : left.addedTo(options);
  }

  private static @Nullable ExitHeap read(Path file, long clockBaseNanos) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (Files.size(file) > MAX_BYTES) {
        return null;
      }
      return in.readLong() != clockBaseNanos
          ? null
          : new ExitHeap(clockBaseNanos, in.readLong(), HeapReportFile.read(in));
    } catch (IOException | RuntimeException e) {
      // The file is truncated or was written by another program.
      return null;
    }
  }
}
