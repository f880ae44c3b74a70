package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.finding.ClosedViews;
import io.ttalloc.analysis.finding.Findings;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Containers;
import io.ttalloc.analysis.fold.ResourceLists;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.memory.MemoryMap;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;

/**
 * Turns a ledger into a report: gathers facts, judges them, then applies suppressions and the
 * baseline. Reads the slots twice, a third time if views may have outlived their memory, and once
 * more if a resource that is not a container owns open resources.
 */
public final class Analysis {
  private Analysis() {}

  /**
   * Analyses one snapshot of a ledger.
   *
   * @throws IOException if the ledger's slots could not be read
   */
  public static Report of(LedgerImage image, AnalysisOptions options) throws IOException {
    Facts facts = Facts.of(image, options.heap().report(), options.heap().dumpTime());
    Containers containers = Containers.of(facts);
    ClosedViews views = ClosedViews.of(facts);
    Findings findings =
        Findings.of(
            facts,
            containers,
            views,
            options.listsResources() ? ResourceLists.bounded() : ResourceLists.none());
    Suppressed suppressed =
        Suppressed.of(findings.all(), options.policy().suppressions(), options.policy().today());
    Baselined baselined = Baselined.of(suppressed.findings(), options.policy().baseline());
    return new Report(
        image.process(),
        findings.confidence().restingOn(baselined.findings()),
        Totals.of(facts, containers),
        memory(facts.memory()),
        new Report.History(
            image.marks(),
            facts.timeline(),
            Lifetime.of(facts.tallies(), facts.sites()),
            facts.opened()),
        new Report.Judged(
            baselined.findings(),
            ReportEntry.of(baselined.findings()),
            findings.nextOverdueNanos()),
        new Report.Unlisted(
            findings.containers(), views.all(), image.unknownCloses(), facts.threads()),
        Misuse.of(facts),
        new Report.Effects(
            suppressed.uses(),
            baselined.gone(),
            options.policy().ownOnly(),
            options.policy().undecidedToo()),
        command(options.command(), image));
  }

  private static Report.Memory memory(MemoryMap memory) {
    return new Report.Memory(
        memory.rows(), memory.reconciliation().isKnown(), memory.neighbours(), memory.layouts());
  }

  private static Report.Command command(AnalysisOptions.Command command, LedgerImage image) {
    String path = command.ledger();
    return new Report.Command(
        command.launcher(), path == null ? Long.toString(image.process().pid()) : path);
  }
}
