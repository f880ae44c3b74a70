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
   * Checks that a report may be written there, before a ledger is read for it.
   *
   * @throws CommandFailure something else exists there
   */
  void check(Path folder);

  /**
   * Writes a report.
   *
   * @param image the ledger that the report is about
   * @return what was left out, as sentences
   * @throws CommandFailure the report cannot be written
   */
  List<String> write(Path folder, Report report, LedgerImage image) throws IOException;
}
