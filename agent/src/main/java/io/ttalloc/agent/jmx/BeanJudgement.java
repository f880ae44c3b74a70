package io.ttalloc.agent.jmx;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a report. Immutable, and of bounded size.
 *
 * @param at when the ledger was read
 * @param leaks as the report counts them
 * @param findings the worst first, at most {@value #MOST_FINDINGS}
 * @param omitted how many more there are
 * @param byType their sums, those of the worst findings first
 * @param leaking the leaks by their fingerprints, the worst first, at most {@value #MOST_LEAKS}
 * @param complete whether no leak was left out of these
 */
record BeanJudgement(
    Instant at,
    long leaks,
    long liveBytes,
    List<FindingFacts> findings,
    long omitted,
    List<TypeTotals> byType,
    Map<String, FindingFacts> leaking,
    boolean complete) {
  static final int MOST_FINDINGS = 200;
  static final int MOST_LEAKS = 500;

  BeanJudgement {
    findings = List.copyOf(findings);
    byType = List.copyOf(byType);
    leaking = Collections.unmodifiableMap(new LinkedHashMap<>(leaking));
  }

  static BeanJudgement of(Report report, Instant at) {
    List<FindingFacts> findings = new ArrayList<>();
    Map<String, FindingFacts> leaking = new LinkedHashMap<>();
    boolean complete = true;
    for (Finding finding : report.findings()) {
      if (findings.size() < MOST_FINDINGS) {
        findings.add(FindingFacts.of(finding));
      }
      if (finding.leak()) {
        boolean kept = leaking.size() < MOST_LEAKS || leaking.containsKey(finding.fingerprint());
        complete &= kept;
        if (kept) {
          leaking.merge(finding.fingerprint(), FindingFacts.of(finding), FindingFacts::plus);
        }
      }
    }
    return new BeanJudgement(
        at,
        report.leaks(),
        report.totals().liveBytes(),
        findings,
        report.findings().size() - findings.size(),
        TypeTotals.of(report.findings()),
        leaking,
        complete);
  }

  /** Whether something with this fingerprint is open, or may be. */
  boolean mayHave(String fingerprint) {
    return omitted > 0
        || findings.stream().anyMatch(finding -> finding.fingerprint().equals(fingerprint));
  }
}
