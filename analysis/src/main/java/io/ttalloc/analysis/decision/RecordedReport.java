package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a report, reduced to what another report is compared with.
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
      add(
          all,
          new RecordedFinding(
              finding.fingerprint(),
              finding.type().name(),
              finding.type().className(),
              finding.opening().site(),
              under(finding.opening().sites()),
              finding.opening().heading(),
              finding.amount().count(),
              finding.bytes(),
              finding.leak()));
    }
    return new RecordedReport(all);
  }

  static void add(Map<String, RecordedFinding> all, RecordedFinding one) {
    all.merge(one.fingerprint(), one, RecordedFinding::plus);
  }

  /** The second of the sites on a stack, innermost first; null if there is none. */
  static @Nullable String under(List<String> sites) {
    return sites.size() < 2 ? null : sites.get(1);
  }
}
