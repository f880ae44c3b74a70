package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.Suppression;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.heap.report.HeapReport;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may choose for one analysis.
 *
 * @param keptExamples how many addresses, labels, threads and owners each finding keeps
 * @param growingCycles how many cycles in a row must leave something open for a finding to grow
 * @param suppressions what is not to be a leak; the first that matches a finding takes it
 * @param baseline the findings of an earlier report, or null
 * @param today the day on which suppressions must not have expired
 * @param launcher the command {@code tt-alloc} as a shell finds it here
 * @param ledger the argument with which {@code tt-alloc dump} finds this ledger; null for its
 *     process id, empty if there is none
 * @param heap what a heap dump of the process tells, or null
 * @param dumpTime when that was taken
 * @param listsResources whether findings list their first resources, one by one
 */
public record AnalysisOptions(
    int keptExamples,
    int growingCycles,
    List<Suppression> suppressions,
    @Nullable RecordedReport baseline,
    LocalDate today,
    String launcher,
    @Nullable String ledger,
    @Nullable HeapReport heap,
    DumpTime dumpTime,
    boolean listsResources) {

  public AnalysisOptions {
    suppressions = List.copyOf(suppressions);
  }

  /** Sixteen examples, three cycles, no suppressions, no baseline. */
  public static AnalysisOptions defaults() {
    return new AnalysisOptions(
        16,
        3,
        List.of(),
        null,
        LocalDate.EPOCH,
        LauncherCommand.NAME,
        null,
        null,
        DumpTime.OF_READING,
        false);
  }

  /** These options with suppressions as of a day. */
  public AnalysisOptions suppressing(List<Suppression> entries, LocalDate onDay) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        entries,
        baseline,
        onDay,
        launcher,
        ledger,
        heap,
        dumpTime,
        listsResources);
  }

  /** These options with a baseline. */
  public AnalysisOptions against(@Nullable RecordedReport known) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        suppressions,
        known,
        today,
        launcher,
        ledger,
        heap,
        dumpTime,
        listsResources);
  }

  /** These options for a user who types the command so. */
  public AnalysisOptions typed(String command) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        suppressions,
        baseline,
        today,
        command,
        ledger,
        heap,
        dumpTime,
        listsResources);
  }

  /** These options for a ledger that is found by its path. */
  public AnalysisOptions at(String path) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        suppressions,
        baseline,
        today,
        launcher,
        path,
        heap,
        dumpTime,
        listsResources);
  }

  /** These options with what a heap dump tells that was taken when the ledger was read. */
  public AnalysisOptions holding(HeapReport report) {
    return holding(report, DumpTime.OF_READING);
  }

  /** These options with what a heap dump tells. */
  public AnalysisOptions holding(HeapReport report, DumpTime taken) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        suppressions,
        baseline,
        today,
        launcher,
        ledger,
        report,
        taken,
        listsResources);
  }

  /** These options, by which findings list their first resources, if that is wanted. */
  public AnalysisOptions listing(boolean wanted) {
    return new AnalysisOptions(
        keptExamples,
        growingCycles,
        suppressions,
        baseline,
        today,
        launcher,
        ledger,
        heap,
        dumpTime,
        wanted);
  }
}
