package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.finding.ClosedViews;
import io.ttalloc.analysis.finding.Findings;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Containers;
import io.ttalloc.analysis.fold.ResourceLists;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;

/**
 * Turns a ledger into a report: gathers facts, judges, then applies suppressions and the baseline.
 * Reads the slots twice, and a third time if views may have outlived their memory.
 */
public final class Analysis {
  private Analysis() {}

  /**
   * Analyses one reading of a ledger.
   *
   * @throws IOException the ledger's slots could not be read
   */
  public static Report of(LedgerImage image, AnalysisOptions options) throws IOException {
    Facts facts = Facts.of(image, options.heap(), options.dumpTime());
    Containers containers = Containers.of(facts);
    ClosedViews views = ClosedViews.of(facts);
    Findings findings =
        Findings.of(
            facts,
            containers,
            views,
            options.keptExamples(),
            options.growingCycles(),
            options.listsResources() ? ResourceLists.bounded() : ResourceLists.none());
    Suppressed suppressed = Suppressed.of(findings.all(), options.suppressions(), options.today());
    Baselined baselined = Baselined.of(suppressed.findings(), options.baseline());
    return new Report(
        image.process(),
        findings.confidence().restingOn(baselined.findings()),
        Totals.of(facts, containers),
        facts.memory().rows(),
        facts.memory().reconciliation().isKnown(),
        image.marks(),
        facts.lifetimes(),
        facts.opened(),
        baselined.findings(),
        ReportEntry.of(baselined.findings()),
        findings.containers(),
        Misuse.of(facts),
        image.unknownCloses(),
        findings.nextOverdueNanos(),
        views.all(),
        facts.memory().neighbours(),
        suppressed.uses(),
        facts.timeline(),
        facts.memory().layouts(),
        options.launcher(),
        options.ledger() == null ? Long.toString(image.process().pid()) : options.ledger(),
        baselined.gone());
  }
}
