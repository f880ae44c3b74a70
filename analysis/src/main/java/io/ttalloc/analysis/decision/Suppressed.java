package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.decision.SuppressionUse.Status;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.wording.Numbers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Findings after suppression.
 *
 * <p>The first suppression that matches a finding takes it. Its budget is for all findings that it
 * takes together. A suppressed finding keeps its verdict. A leak that grows is not suppressed, and
 * its evidence says so.
 *
 * @param findings the worst first
 * @param uses one per suppression, in the order of the files
 */
public record Suppressed(List<Finding> findings, List<SuppressionUse> uses) {

  private static final class Use {
    private final Suppression suppression;
    private final boolean expired;
    private long findings;
    private long growing;
    private long count;
    private long bytes;

    Use(Suppression suppression, LocalDate today) {
      this.suppression = suppression;
      this.expired = suppression.isExpired(today);
    }

    boolean takes(Finding finding) {
      if (expired || !suppression.match().matches(finding)) {
        return false;
      }
      if (leaksByGrowth(finding)) {
        growing++;
        return true;
      }
      findings++;
      count += finding.amount().count();
      bytes += finding.bytes();
      return true;
    }

    boolean isOver() {
      return !suppression.hasRoomFor(count, bytes);
    }

    SuppressionUse result() {
      Status used = isOver() ? Status.OVER_BUDGET : Status.USED;
      Status tried = findings + growing == 0 ? Status.UNUSED : used;
      return new SuppressionUse(
          suppression, expired ? Status.EXPIRED : tried, findings, growing, count, bytes);
    }
  }

  /** Applies suppressions as of a day. */
  public static Suppressed of(
      List<Finding> findings, List<Suppression> suppressions, LocalDate today) {
    if (suppressions.isEmpty()) {
      return new Suppressed(findings, List.of());
    }
    List<Use> uses = new ArrayList<>();
    for (Suppression suppression : suppressions) {
      uses.add(new Use(suppression, today));
    }
    List<@Nullable Use> takers = new ArrayList<>();
    for (Finding finding : findings) {
      takers.add(taker(finding, uses));
    }
    List<Finding> judged = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      judged.add(judge(findings.get(i), takers.get(i)));
    }
    judged.sort(Finding.WORST_FIRST);
    List<SuppressionUse> results = new ArrayList<>();
    for (Use use : uses) {
      results.add(use.result());
    }
    return new Suppressed(List.copyOf(judged), List.copyOf(results));
  }

  private static @Nullable Use taker(Finding finding, List<Use> uses) {
    for (Use use : uses) {
      if (use.takes(finding)) {
        return use;
      }
    }
    return null;
  }

  private static Finding judge(Finding finding, @Nullable Use taker) {
    if (taker == null) {
      return finding;
    }
    Suppression by = taker.suppression;
    if (leaksByGrowth(finding)) {
      return finding.with(
          "matches the suppression " + by.name() + ", but grows: a leak all the same");
    }
    if (taker.isOver()) {
      return finding.with("over the budget of the suppression " + by.name() + ": " + excess(taker));
    }
    return finding.suppressedBy(by.name());
  }

  private static boolean leaksByGrowth(Finding finding) {
    return finding.growing() && finding.leak();
  }

  private static String excess(Use use) {
    Suppression by = use.suppression;
    List<String> said = new ArrayList<>();
    if (by.maxCount() != null && use.count > by.maxCount()) {
      said.add(Numbers.grouped(use.count) + " where " + Numbers.grouped(by.maxCount()) + " may be");
    }
    if (by.maxBytes() != null && use.bytes > by.maxBytes()) {
      said.add(Numbers.bytes(use.bytes) + " where " + Numbers.bytes(by.maxBytes()) + " may be");
    }
    return String.join(", ", said);
  }
}
