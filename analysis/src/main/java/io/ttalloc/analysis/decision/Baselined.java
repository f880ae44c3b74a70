package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings held against a baseline: each is marked, none changes its verdict.
 *
 * @param findings in the order in which they came
 * @param gone what the baseline has and the findings have not, in its order; null without one
 */
public record Baselined(List<Finding> findings, @Nullable List<RecordedFinding> gone) {

  /** The mark of what the baseline has not. */
  public static final String NEW = "NEW";

  /** The mark of what the baseline has. */
  public static final String KNOWN = "KNOWN";

  /** Marks findings; without a baseline nothing is marked. */
  public static Baselined of(List<Finding> findings, @Nullable RecordedReport baseline) {
    if (baseline == null) {
      return new Baselined(findings, null);
    }
    Map<String, RecordedFinding> gone = new LinkedHashMap<>(baseline.byFingerprint());
    List<Finding> marked = new ArrayList<>();
    for (Finding finding : findings) {
      gone.remove(finding.fingerprint());
      boolean known = baseline.byFingerprint().containsKey(finding.fingerprint());
      marked.add(finding.against(known ? KNOWN : NEW));
    }
    return new Baselined(List.copyOf(marked), List.copyOf(gone.values()));
  }
}
