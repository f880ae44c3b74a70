package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings compared with a baseline. The comparison marks findings but changes no verdict.
 *
 * @param findings the marked findings, in their original order
 * @param gone the findings that are only in the baseline, in the baseline's order; null without a
 *     baseline
 */
public record Baselined(List<Finding> findings, @Nullable List<RecordedFinding> gone) {

  /** Marks a finding that is not in the baseline, or a leak that was not a leak in the baseline. */
  public static final String NEW = "NEW";

  /**
   * Marks a leak that was already a leak in the baseline, or a finding that is not a leak and is in
   * the baseline.
   */
  public static final String KNOWN = "KNOWN";

  /** Marks the findings; without a baseline, returns them unchanged. */
  public static Baselined of(List<Finding> findings, @Nullable RecordedReport baseline) {
    if (baseline == null) {
      return new Baselined(findings, null);
    }
    Map<String, RecordedFinding> gone = new LinkedHashMap<>(baseline.byFingerprint());
    List<Finding> marked = new ArrayList<>();
    for (Finding finding : findings) {
      gone.remove(finding.fingerprint());
      RecordedFinding before = baseline.byFingerprint().get(finding.fingerprint());
      marked.add(finding.against(isKnown(finding, before) ? KNOWN : NEW));
    }
    return new Baselined(List.copyOf(marked), List.copyOf(gone.values()));
  }

  /**
   * Whether a finding is in the baseline. A leak must have been a leak there: it is not known
   * merely because resources of the same stack were in use, cached or suppressed.
   */
  private static boolean isKnown(Finding finding, @Nullable RecordedFinding before) {
    return before != null && (before.leak() || !finding.leak());
  }
}
