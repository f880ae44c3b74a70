package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings compared with a baseline, which marks them but changes no verdict.
 *
 * @param findings the marked findings, in their original order
 * @param gone what only the baseline has, in its order; null without a baseline
 */
public record Baselined(List<Finding> findings, @Nullable List<RecordedFinding> gone) {

  /** Marks a finding that the baseline does not have, or a leak that is no leak there. */
  public static final String NEW = "NEW";

  /** Marks a leak that the baseline has as a leak, and any other finding that it has. */
  public static final String KNOWN = "KNOWN";

  /** Marks findings; without a baseline they stay as they are. */
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
   * A finding that was in use, cached or suppressed before does not excuse a leak of the same
   * stack.
   */
  private static boolean isKnown(Finding finding, @Nullable RecordedFinding before) {
    return before != null && (before.leak() || !finding.leak());
  }
}
