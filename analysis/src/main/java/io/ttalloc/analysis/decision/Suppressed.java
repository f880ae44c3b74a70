package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.ledger.read.SaturatedSum;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Findings after suppression.
 *
 * <p>The first suppression that matches a finding applies to it. The limits of a suppression apply
 * to the total over all these findings. A suppressed finding keeps its verdict. A growing leak is
 * never suppressed; if a suppression matches it, its evidence says so.
 *
 * @param findings sorted by severity, the worst first
 * @param uses one per suppression, in the order of the files
 */
public record Suppressed(List<Finding> findings, List<Use> uses) {
  /**
   * The effect of one suppression on one report.
   *
   * @param findings the number of findings that the suppression suppressed, or would have
   *     suppressed without its limits
   * @param growing the number of further findings that the suppression matched but that remain
   *     leaks because they grow
   * @param count the number of resources of the suppressed findings
   * @param bytes the bytes of the suppressed findings, summed over all handles, including reclaimed
   *     ones
   */
  public record Use(
      Suppression suppression, Status status, long findings, long growing, long count, long bytes) {

    /**
     * Returns the combined effect on two reports. The suppression was applied to each report
     * separately, so its limits apply to each.
     */
    public Use plus(Use other) {
      return new Use(
          suppression,
          status == Status.UNUSED || other.status == Status.OVER_BUDGET ? other.status : status,
          SaturatedSum.of(findings, other.findings),
          SaturatedSum.of(growing, other.growing),
          SaturatedSum.of(count, other.count),
          SaturatedSum.of(bytes, other.bytes));
    }

    public enum Status {
      /** The suppression matched findings and suppressed those that do not grow. */
      USED,
      /** The suppression matched more than its limits allow, so it suppresses nothing. */
      OVER_BUDGET,
      /** The suppression matched no finding. */
      UNUSED,
      /** The suppression has expired, so it was not tried. */
      EXPIRED
    }
  }

  private static final class Taker {
    private final Suppression suppression;
    private final boolean expired;
    private long findings;
    private long growing;
    private long count;
    private long bytes;

    Taker(Suppression suppression, LocalDate today) {
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

    Use result() {
      Use.Status used = isOver() ? Use.Status.OVER_BUDGET : Use.Status.USED;
      Use.Status tried = findings + growing == 0 ? Use.Status.UNUSED : used;
      return new Use(
          suppression, expired ? Use.Status.EXPIRED : tried, findings, growing, count, bytes);
    }
  }

  /** Applies suppressions as of the given day. */
  public static Suppressed of(
      List<Finding> findings, List<Suppression> suppressions, LocalDate today) {
    if (suppressions.isEmpty()) {
      return new Suppressed(findings, List.of());
    }
    List<Taker> uses =
        suppressions.stream().map(suppression -> new Taker(suppression, today)).toList();
    List<@Nullable Taker> takers = new ArrayList<>();
    for (Finding finding : findings) {
      takers.add(takerOf(finding, uses));
    }
    List<Finding> judged = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      judged.add(judge(findings.get(i), takers.get(i)));
    }
    judged.sort(Finding.WORST_FIRST);
    List<Use> results = uses.stream().map(Taker::result).toList();
    return new Suppressed(List.copyOf(judged), List.copyOf(results));
  }

  private static @Nullable Taker takerOf(Finding finding, List<Taker> uses) {
    for (Taker use : uses) {
      if (use.takes(finding)) {
        return use;
      }
    }
    return null;
  }

  private static Finding judge(Finding finding, @Nullable Taker taker) {
    if (taker == null) {
      return finding;
    }
    Suppression by = taker.suppression;
    if (leaksByGrowth(finding)) {
      return finding.with(new RuleReason.SuppressedButGrows(by.name()));
    }
    if (taker.isOver()) {
      return finding.with(
          new RuleReason.OverBudget(
              by.name(), taker.count, by.maxCount(), taker.bytes, by.maxBytes()));
    }
    return finding.suppressedBy(by.name());
  }

  private static boolean leaksByGrowth(Finding finding) {
    return finding.growing() && finding.leak();
  }
}
