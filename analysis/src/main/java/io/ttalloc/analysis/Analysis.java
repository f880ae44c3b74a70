package io.ttalloc.analysis;

import io.ttalloc.analysis.baseline.Baselined;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Findings;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.finding.Views;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.suppression.Suppressed;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;

/**
 * Turns a ledger into a report: facts, then verdicts, then what is decided on them. Reads the slots
 * twice.
 */
public final class Analysis {
  private Analysis() {}

  /**
   * Analyses what one reading of a ledger found.
   *
   * @throws IOException the ledger's slots could not be read
   */
  public static Report of(LedgerImage image, AnalysisOptions options) throws IOException {
    Snapshot snapshot = Snapshot.of(image);
    Confidence confidence = Confidence.in(image);
    Views views = Views.of(snapshot);
    Findings findings =
        Findings.of(snapshot, confidence, views, options.keptExamples(), options.growingCycles());
    Suppressed suppressed = Suppressed.of(findings.all(), options.suppressions(), options.today());
    Baselined baselined = Baselined.of(suppressed.findings(), options.baseline());
    return new Report(
        image.process(),
        confidence,
        snapshot.totals(),
        snapshot.memory().rows(),
        snapshot.memory().reconciliation().isKnown(),
        image.marks(),
        snapshot.lifetimes(),
        snapshot.tallies().opened(),
        baselined.findings(),
        findings.containers(),
        Misuse.of(snapshot),
        image.unknownCloses(),
        views.all(),
        snapshot.memory().neighbours(),
        suppressed.uses(),
        snapshot.timeline(),
        snapshot.memory().banks(),
        options.ledger() == null ? Long.toString(image.process().pid()) : options.ledger(),
        baselined.gone());
  }
}
