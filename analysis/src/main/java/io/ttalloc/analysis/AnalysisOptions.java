package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.Suppression;
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
 * @param ledger the argument with which {@code ./tt-alloc dump} finds this ledger; null for its
 *     process id, empty if there is none
 */
public record AnalysisOptions(
    int keptExamples,
    int growingCycles,
    List<Suppression> suppressions,
    @Nullable RecordedReport baseline,
    LocalDate today,
    @Nullable String ledger) {

  public AnalysisOptions {
    suppressions = List.copyOf(suppressions);
  }

  /** Sixteen examples, three cycles, no suppressions, no baseline. */
  public static AnalysisOptions defaults() {
    return new AnalysisOptions(16, 3, List.of(), null, LocalDate.EPOCH, null);
  }

  /** These options with suppressions as of a day. */
  public AnalysisOptions suppressing(List<Suppression> entries, LocalDate onDay) {
    return new AnalysisOptions(keptExamples, growingCycles, entries, baseline, onDay, ledger);
  }

  /** These options with a baseline. */
  public AnalysisOptions against(@Nullable RecordedReport known) {
    return new AnalysisOptions(keptExamples, growingCycles, suppressions, known, today, ledger);
  }

  /** These options for a ledger that is found by its path. */
  public AnalysisOptions at(String path) {
    return new AnalysisOptions(keptExamples, growingCycles, suppressions, baseline, today, path);
  }
}
