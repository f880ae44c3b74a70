package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.SomeReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Combines the evidence of several findings. */
final class ReasonSum {
  /** The maximum number of reasons to keep if only some of the findings have them. */
  private static final int MAX_OTHERS = 3;

  private Reason reason;
  private int findings = 1;

  private ReasonSum(Reason first) {
    reason = first;
  }

  /**
   * The reasons common to all findings, with their numbers of resources added up, then the most
   * frequent of the other reasons.
   */
  static List<Reason> of(List<List<Reason>> each) {
    Map<Reason, ReasonSum> sums = new LinkedHashMap<>();
    for (List<Reason> reasons : each) {
      for (Reason reason : reasons) {
        ReasonSum sum = sums.putIfAbsent(reason.withoutCounts(), new ReasonSum(reason));
        if (sum != null) {
          sum.add(reason);
        }
      }
    }
    List<Reason> common = new ArrayList<>();
    List<ReasonSum> others = new ArrayList<>();
    for (ReasonSum sum : sums.values()) {
      if (sum.findings >= each.size()) {
        common.add(sum.reason);
      } else {
        others.add(sum);
      }
    }
    others.sort(Comparator.comparingInt((ReasonSum sum) -> sum.findings).reversed());
    for (ReasonSum other : others.subList(0, Math.min(MAX_OTHERS, others.size()))) {
      common.add(new SomeReason.OfSome(other.reason, other.findings, each.size()));
    }
    if (others.size() > MAX_OTHERS) {
      common.add(new SomeReason.More(others.size() - MAX_OTHERS));
    }
    return List.copyOf(common);
  }

  private void add(Reason other) {
    reason = reason.plus(other);
    findings++;
  }
}
