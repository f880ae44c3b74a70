package io.ttalloc.cli.dump;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the report file that the user named. */
public final class ReportOutput {
  private ReportOutput() {}

  /**
   * Returns the format that the suffix of the file name selects. For a device file, whose name has
   * no suffix, the format is text.
   *
   * @throws CommandFailure if no format has this suffix
   */
  public static ReportFormat format(Path file) throws IOException {
    ReportFormat bySuffix = ReportFormats.bySuffix(file.toString());
    if (bySuffix == null && OutputFile.isFile(file)) {
      throw new CommandFailure(
          "the format of %s is unknown, expected a name that ends in %s, or --format; nothing was written"
              .formatted(file, DumpFormats.suffixes()));
    }
    return bySuffix == null ? ReportFormats.text(false) : bySuffix;
  }

  /**
   * Writes the whole file.
   *
   * @throws CommandFailure if the file cannot be written
   */
  public static void write(Path file, OutputFile.Content content) {
    try {
      OutputFile.write(file, content);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot write the report to %s: %s, expected %s; nothing was written"
              .formatted(file, OutputFile.reasonOf(e), OutputFile.expectedAfter(e)),
          e);
    }
  }
}
