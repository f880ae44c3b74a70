package io.ttalloc.monitor;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.UnreadableLedgerException;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the ledger of another process and judges it. */
final class LedgerReports {
  private LedgerReports() {}

  /**
   * The report of one ledger.
   *
   * @throws CommandFailure it cannot be read, worded for the person who asked
   */
  static Report read(Path ledger, AnalysisOptions options) {
    try {
      return Analysis.of(LedgerReader.read(ledger, Liveness.PROBE), options);
    } catch (UnreadableLedgerException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(ledger, e), e);
    }
  }
}
