package io.ttalloc.serve.notify;

import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.SiteUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A leak as described in a notification. Immutable and of bounded size.
 *
 * @param sum the sum of all leaks with this fingerprint; they differ only in space or verdict
 * @param verdict the worst verdict on these leaks
 * @param why the evidence for the worst verdict
 * @param fix the fix for the worst verdict
 * @param openedBy the opening stack, innermost first, at most {@value #MAX_FRAMES} frames
 */
record LeakFacts(
    RecordedFinding sum,
    String verdict,
    boolean growing,
    List<String> why,
    String fix,
    List<Frame> openedBy) {
  static final int MAX_LEAKS = 500;
  static final int MAX_FRAMES = 10;
  private static final int MAX_REASONS = 10;

  LeakFacts {
    why = List.copyOf(why);
    openedBy = List.copyOf(openedBy);
  }

  /** Returns the leaks of a report by their fingerprints, the worst first. */
  static Map<String, LeakFacts> of(ReportDigest digest) {
    Map<String, LeakFacts> leaks = new LinkedHashMap<>();
    for (SiteUse site : digest.sites()) {
      for (Finding finding : site.entry().findings()) {
        String key = finding.fingerprint();
        if (finding.leak() && (leaks.size() < MAX_LEAKS || leaks.containsKey(key))) {
          leaks.merge(key, of(finding), LeakFacts::plus);
        }
      }
    }
    return leaks;
  }

  private static LeakFacts of(Finding finding) {
    return new LeakFacts(
        RecordedFinding.of(finding),
        finding.verdict().name(),
        finding.growing(),
        first(MAX_REASONS, ReasonText.of(finding.why())),
        AdviceText.of(finding.fix()),
        first(MAX_FRAMES, finding.opening().frames()));
  }

  private static <T> List<T> first(int max, List<T> list) {
    return list.subList(0, Math.min(max, list.size()));
  }

  /** Returns the sum of this leak and another, which must not be more severe than this leak. */
  private LeakFacts plus(LeakFacts other) {
    return new LeakFacts(
        sum.plus(other.sum), verdict, growing || other.growing, why, fix, openedBy);
  }
}
