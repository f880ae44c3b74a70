package io.ttalloc.analysis;

import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.Suppression;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may choose.
 *
 * @param keptExamples how many addresses, labels, threads and owners of a finding are kept
 * @param growingCycles how many cycles in a row must leave something open for it to be growth
 * @param suppressions what is to be no leak, in order: the first that matches takes a finding
 * @param baseline what an earlier report knows, or null
 * @param today the day on which suppressions must not have expired
 * @param ledger the argument that makes {@code ./tt-alloc dump} find this ledger; null for its
 *     process id, empty if nothing does
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

  /** Sixteen examples; three cycles; nothing suppressed, nothing known. */
  public static AnalysisOptions defaults() {
    return new AnalysisOptions(16, 3, List.of(), null, LocalDate.EPOCH, null);
  }

  /** The same with suppressions as they stand on a day. */
  public AnalysisOptions suppressing(List<Suppression> entries, LocalDate onDay) {
    return new AnalysisOptions(keptExamples, growingCycles, entries, baseline, onDay, ledger);
  }

  /** The same against a baseline. */
  public AnalysisOptions against(@Nullable RecordedReport known) {
    return new AnalysisOptions(keptExamples, growingCycles, suppressions, known, today, ledger);
  }

  /** The same for a ledger that its process id does not find. */
  public AnalysisOptions at(String path) {
    return new AnalysisOptions(keptExamples, growingCycles, suppressions, baseline, today, path);
  }
}
