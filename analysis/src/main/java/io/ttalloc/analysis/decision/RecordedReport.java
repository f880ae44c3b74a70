package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a report, reduced to what is needed to compare it with another report.
 *
 * @param byFingerprint in the order of the report
 */
public record RecordedReport(Map<String, RecordedFinding> byFingerprint) {

  /** The schema identifier of JSON reports. */
  public static final String SCHEMA = "tt-alloc/1";

  /** Returns the record of a report's findings. */
  public static RecordedReport of(List<Finding> findings) {
    Map<String, RecordedFinding> all = new LinkedHashMap<>();
    for (Finding finding : findings) {
      add(all, RecordedFinding.of(finding));
    }
    return new RecordedReport(all);
  }

  static void add(Map<String, RecordedFinding> all, RecordedFinding one) {
    all.merge(one.fingerprint(), one, RecordedFinding::plus);
  }
}
