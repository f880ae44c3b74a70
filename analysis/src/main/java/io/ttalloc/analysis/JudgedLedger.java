package io.ttalloc.analysis;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.bytes.ReadProgress;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import java.io.IOException;
import java.nio.file.Path;

/** One snapshot of a ledger and the report on it. */
public record JudgedLedger(LedgerImage image, Report report) {

  /**
   * Judges a ledger that was already read.
   *
   * @throws IOException if the ledger's slots cannot be read
   */
  public static JudgedLedger of(LedgerImage image, AnalysisOptions options) throws IOException {
    return new JudgedLedger(image, Analysis.of(image, options));
  }

  /**
   * Reads and judges the ledger of any process, using the heap report of its exit dump if there is
   * one.
   *
   * @throws IOException if the ledger cannot be read
   */
  public static JudgedLedger read(Path ledger, AnalysisOptions options, ReadProgress progress)
      throws IOException {
    LedgerImage image = LedgerReader.read(ledger, Liveness.PROBE, progress);
    return of(image, ExitHeap.addTo(options, ledger, image));
  }
}
