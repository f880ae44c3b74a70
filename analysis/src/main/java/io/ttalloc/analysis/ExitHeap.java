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
 * The heap report of the dump at exit. It stays beside the ledger, so that later readers judge the
 * ledger as the dump did. Immutable.
 *
 * <p>The file has the process's clock base and the moment, then the heap report.
 *
 * @param clockBaseNanos the clock base of the process, by which readers match the file and the
 *     ledger
 * @param nanos a moment before the heap was dumped, in the relative time of the ledger
 */
public record ExitHeap(long clockBaseNanos, long nanos, HeapReport report) {
  /** Every command that lists or judges reads the whole of it, again and again. */
  private static final int MAX_RESOURCES = 50_000;

  private static final int MAX_BYTES = 64 << 20;

  /** The options, with this heap report added. */
  public AnalysisOptions addedTo(AnalysisOptions options) {
    return options.holding(report, DumpTime.atExit(nanos));
  }

  /**
   * Leaves it in a file that its owner alone may read; with very many open resources there is none.
   *
   * @throws IOException the file exists or cannot be written
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
   * The options with the heap report that the process of a ledger left when it ended; the same
   * options if there is none, or none that can be read.
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
      // Cut off, or written by another program.
      return null;
    }
  }
}
