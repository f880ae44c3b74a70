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

  /** Marks a finding that the baseline does not have. */
  public static final String NEW = "NEW";

  /** Marks a finding that the baseline has. */
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
      boolean known = baseline.byFingerprint().containsKey(finding.fingerprint());
      marked.add(finding.against(known ? KNOWN : NEW));
    }
    return new Baselined(List.copyOf(marked), List.copyOf(gone.values()));
  }
}
