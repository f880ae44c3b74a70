package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;

/** An output format of {@code dump}: one file, or the folder that a viewer opens. */
public sealed interface DumpFormat {

  /**
   * Writes a report.
   *
   * @param image what the report is about
   * @param notes gets what a user should know about what was written
   * @param out gets the report if it is one file
   * @throws CommandFailure it cannot be written, with a message for the user
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

  /** A report in a folder, for a viewer. */
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
