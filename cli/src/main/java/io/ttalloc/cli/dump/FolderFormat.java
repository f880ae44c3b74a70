package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.OptionalJar;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A format of reports that is a folder. Comes in an {@link OptionalJar}. Stateless. */
public interface FolderFormat {

  /**
   * Checks that a report may be written, before a ledger is read for it.
   *
   * @throws CommandFailure something else is there
   */
  void check(Path folder);

  /**
   * Writes a report.
   *
   * @param image what the report is about
   * @return what was left out, as sentences
   * @throws CommandFailure it cannot be written
   */
  List<String> write(Path folder, Report report, LedgerImage image) throws IOException;
}
