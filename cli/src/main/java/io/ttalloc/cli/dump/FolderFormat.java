package io.ttalloc.cli.dump;

import io.ttalloc.analysis.report.Report;
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
   * @throws Failure something else is there
   */
  void check(Path folder) throws Failure;

  /**
   * Writes a report.
   *
   * @param image what the report is about
   * @return what was left out, as sentences
   * @throws Failure it cannot be written
   */
  List<String> write(Path folder, Report report, LedgerImage image) throws Failure, IOException;

  /** A report cannot be written; the message is a sentence for the user. */
  final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
      super(message);
    }

    public Failure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
