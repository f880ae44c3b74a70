package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;

/** An output format of {@code dump}: a file, or a directory that a viewer opens. */
public sealed interface DumpFormat {

  /**
   * Writes a report.
   *
   * @param image the ledger that the report is about
   * @param notes receives notes to the user about the output
   * @param out receives the report if it is a single file
   * @throws CommandFailure if the report cannot be written; the message is for the user
   */
  void write(Report report, LedgerImage image, PrintWriter notes, OutputStream out)
      throws IOException;

  /** A report in one file. */
  record OfFile(ReportFormat format) implements DumpFormat {
    @Override
    public void write(Report report, LedgerImage image, PrintWriter notes, OutputStream out)
        throws IOException {
      format.write(report, out);
    }
  }

  /** A report in a directory, for a viewer. */
  record OfFolder(FolderFormat format, Path folder) implements DumpFormat {
    @Override
    public void write(Report report, LedgerImage image, PrintWriter notes, OutputStream out)
        throws IOException {
      for (String leftOut : format.write(folder, report, image)) {
        notes.println("tt-alloc: " + leftOut);
      }
    }
  }
}
