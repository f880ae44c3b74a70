package io.ttalloc.monitor;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;

/** One reading of a ledger, and the report on it. */
record JudgedLedger(LedgerImage image, Report report) {

  /**
   * Judges a ledger.
   *
   * @throws IOException its slots cannot be read
   */
  static JudgedLedger of(LedgerImage image, AnalysisOptions options) throws IOException {
    return new JudgedLedger(image, Analysis.of(image, options));
  }
}
