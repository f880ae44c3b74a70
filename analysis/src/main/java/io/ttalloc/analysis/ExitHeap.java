package io.ttalloc.analysis;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportJson;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What the heap told the dump at exit. It stays beside the ledger, so that whoever judges the
 * ledger later judges as the dump did. Immutable.
 *
 * <p>The file is compressed: a line with the format, the process's clock base and the moment, then
 * the heap report.
 *
 * @param clockBaseNanos that of the process, by which readers know that both belong together
 * @param nanos a moment before the heap was dumped, in the relative time of the ledger
 */
public record ExitHeap(long clockBaseNanos, long nanos, HeapReport report) {
  private static final String FORMAT = "tt-alloc-exit-heap/1";

  /** Every command that lists or judges reads the whole of it, again and again. */
  private static final int MAX_RESOURCES = 50_000;

  private static final int MAX_BYTES = 64 << 20;

  /** The options with what the heap tells. */
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
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                new DeflaterOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
      out.write(FORMAT + " " + clockBaseNanos + " " + nanos + "\n");
      HeapReportJson.write(report, out);
    }
  }

  /**
   * The options with what the heap told the process of a ledger when it ended; the same if it was
   * not asked, or if nothing that can be read is left of that.
   */
  static AnalysisOptions addTo(AnalysisOptions options, Path ledger, LedgerImage image) {
    if (options.heap() != null || image.process().ended() != Ended.EXIT) {
      return options;
    }
    ExitHeap left = read(LedgerFiles.beside(ledger).heap(), image.process().clockBaseNanos());
    return left == null ? options : left.addedTo(options);
  }

  private static @Nullable ExitHeap read(Path file, long clockBaseNanos) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    byte[] content;
    // Not gzip: where the file is none, its stream fails in its constructor, and leaves an
    // inflater.
    try (InputStream in = new InflaterInputStream(Files.newInputStream(file))) {
      content = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      return null;
    }
    if (content.length > MAX_BYTES) {
      return null;
    }
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new ByteArrayInputStream(content), StandardCharsets.UTF_8))) {
      String head = reader.readLine();
      String expected = FORMAT + " " + clockBaseNanos + " ";
      return head == null || !head.startsWith(expected)
          ? null
          : new ExitHeap(
              clockBaseNanos,
              Long.parseLong(head.substring(expected.length())),
              HeapReportJson.read(reader));
    } catch (IOException | RuntimeException e) {
      // Cut off, or nobody of us has written it.
      return null;
    }
  }
}
