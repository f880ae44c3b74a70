package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.OptionalJar;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A report format that is a directory. Implemented in an {@link OptionalJar}. Stateless. */
public interface FolderFormat {

  /**
   * Checks, before a ledger is read, that a report may be written to a directory.
   *
   * @throws CommandFailure if the report cannot be written there, for example because the directory
   *     contains other files
   */
  void check(Path folder);

  /**
   * Writes a report.
   *
   * @param image the ledger that the report is about
   * @return sentences that say what was left out
   * @throws CommandFailure if the report cannot be written
   */
  List<String> write(Path folder, Report report, LedgerImage image) throws IOException;
}
