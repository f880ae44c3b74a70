package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a report, reduced to the data that is compared with another report.
 *
 * @param byFingerprint in the order of the report
 */
public record RecordedReport(Map<String, RecordedFinding> byFingerprint) {

  /** The schema of reports in JSON. */
  public static final String SCHEMA = "tt-alloc/1";

  /** The record of a report's findings. */
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
