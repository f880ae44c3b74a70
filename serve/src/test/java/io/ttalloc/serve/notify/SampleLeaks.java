package io.ttalloc.serve.notify;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.TypeCounts;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.SiteUse;
import io.ttalloc.watch.ledgers.ProcessState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds machine states with reports, for tests. */
final class SampleLeaks {
  static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant AT = STARTED.plusSeconds(60);

  private SampleLeaks() {}

  /** A ledger with unclosed files, one opened by each method. */
  static LedgerBuilder leftOpen(String... methods) {
    LedgerBuilder ledger = ledger();
    for (String method : methods) {
      ledger.open(type("file", "a.File"), stack("app.Main." + method + ":7"));
    }
    return ledger;
  }

  /**
   * Like {@link #leftOpen}, but for a killed process, in which open files are not known to be
   * leaks.
   */
  static LedgerBuilder notJudged(String... methods) {
    return leftOpen(methods).ended(ProcessEntry.Ended.KILLED);
  }

  /** The digest of a report on a running process. */
  static ReportDigest running(LedgerBuilder ledger) {
    return digest(ledger, false, 0);
  }

  /** The digest of the final report on a process. */
  static ReportDigest last(LedgerBuilder ledger) {
    return digest(ledger, true, 0);
  }

  /** Like {@link #running}, but keeps only the first {@code kept} entries. */
  static ReportDigest first(int kept, LedgerBuilder ledger) {
    return digest(ledger, false, kept);
  }

  private static ReportDigest digest(LedgerBuilder ledger, boolean isFinal, int kept) {
    Report report = ledger.read(image -> Analysis.of(image, AnalysisOptions.defaults()));
    List<SiteUse> sites = new ArrayList<>();
    report.entries().forEach(entry -> sites.add(new SiteUse(entry, AT, 1, 0, 0)));
    int size = kept == 0 ? sites.size() : kept;
    return new ReportDigest(
        new ReportDigest.Reading(AT, isFinal, AT, Long.MAX_VALUE),
        new ReportDigest.Sums(
            "", report.totals().handles(), report.totals().use().bytes(), report.leaks(), 0, 0),
        sites.subList(0, size),
        sites.size() - size,
        List.of(),
        List.of(),
        Map.of());
  }

  static ProcessView process(long pid, ProcessState state, @Nullable ReportDigest digest) {
    return process("run.ledger", pid, state, false, digest);
  }

  static ProcessView process(
      String ledger, long pid, ProcessState state, boolean deleted, @Nullable ReportDigest digest) {
    ProcessEntry entry =
        new ProcessEntry(
            pid,
            STARTED,
            new ProcessEntry.Clock(STARTED, 0, 0, 0),
            "app.Main --x",
            "a JVM",
            ProcessEntry.Ended.RUNNING,
            false,
            true,
            Set.of());
    return new ProcessView(
        Path.of(ledger),
        state,
        new LedgerPulse(
            entry, List.of(new TypeCounts("handle", 1, 0, 0, 0)), List.of(), Map.of(), 0, 0),
        deleted,
        digest,
        List.of(),
        0,
        0,
        List.of(),
        false);
  }

  static MachineState state(ProcessView... processes) {
    return new MachineState(
        AT.plusSeconds(1), List.of(processes), List.of(), List.of(), 0, 0, List.of());
  }
}
