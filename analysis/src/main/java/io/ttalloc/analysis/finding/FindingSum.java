package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.LocationSum;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.fold.OwnershipSum;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Combines several findings of one verdict into one, for reports that show them together. All lists
 * are bounded. Type, space, stack and fingerprint are those of the first, worst finding; regions
 * shared by several findings count once for each. No resources are listed.
 */
public final class FindingSum {
  private static final int MAX_SIBLINGS = 16;

  private FindingSum() {}

  /** Returns the sum of at least one finding of a report. */
  public static Finding of(List<Finding> findings) {
    return of(findings, byStack(findings));
  }

  /**
   * Returns the sum of at least one finding.
   *
   * @param stacks the findings whose openings and closes are counted
   */
  private static Finding of(List<Finding> findings, List<Finding> stacks) {
    Finding first = findings.get(0);
    if (findings.size() == 1) {
      return first;
    }
    List<Ownership> ownerships = findings.stream().map(Finding::ownership).toList();
    Finding.Judgement judged = first.judgement();
    return new Finding(
        identity(findings, stacks),
        new Finding.Judgement(
            judged.verdict(),
            judged.leak(),
            judged.growing(),
            findings.stream().map(Finding::confidence).min(Comparator.naturalOrder()).orElseThrow(),
            judged.suppressedBy(),
            judged.baseline()),
        amount(findings, stacks),
        LocationSum.of(findings.stream().map(Finding::location).toList()),
        OwnershipSum.of(ownerships),
        oldest(findings),
        new Finding.Explanation(
            ReasonSum.of(findings.stream().map(Finding::why).toList()),
            Advice.common(findings.stream().map(Finding::fix).toList()),
            siblings(findings),
            growth(findings)),
        shares(findings),
        List.of());
  }

  /**
   * Returns the sum of at least one finding, all with the same fingerprint: the findings of several
   * processes.
   */
  public static Finding ofOneStack(List<Finding> findings) {
    Finding sum = of(findings, findings);
    Finding.Identity one = sum.identity();
    int stacks = findings.stream().mapToInt(f -> f.identity().stacks()).max().orElseThrow();
    return new Finding(
        new Finding.Identity(
            one.fingerprint(), one.type(), one.opening(), stacks, one.whose(), one.partOf()),
        sum.judgement(),
        sum.amount(),
        sum.location(),
        sum.ownership(),
        sum.oldest(),
        sum.explanation(),
        sum.shares(),
        List.of());
  }

  /**
   * Keeps one finding for each stack. If the resources of a stack have different verdicts, each of
   * their findings already has the number of all resources that the stack opened and closed.
   */
  private static List<Finding> byStack(List<Finding> findings) {
    Map<List<Object>, Finding> byStack = new LinkedHashMap<>();
    for (Finding finding : findings) {
      byStack.putIfAbsent(List.of(finding.type().name(), finding.opening().frames()), finding);
    }
    return List.copyOf(byStack.values());
  }

  private static Finding.Identity identity(List<Finding> findings, List<Finding> byStack) {
    Finding.Identity first = findings.get(0).identity();
    int stacks = byStack.stream().mapToInt(finding -> finding.identity().stacks()).sum();
    return new Finding.Identity(
        first.fingerprint(),
        first.type(),
        first.opening(),
        stacks,
        whose(findings),
        first.partOf());
  }

  /**
   * Returns the program if it can close the resources of at least one finding; otherwise the code
   * that can close them.
   */
  private static Whose whose(List<Finding> findings) {
    return findings.stream().map(Finding::whose).min(Comparator.comparing(Whose::by)).orElseThrow();
  }

  private static Finding.Oldest oldest(List<Finding> findings) {
    List<Finding.Oldest> all = findings.stream().map(Finding::oldest).toList();
    return new Finding.Oldest(
        all.stream().mapToLong(Finding.Oldest::openedNanos).min().orElseThrow(),
        all.stream().mapToLong(Finding.Oldest::ageNanos).max().orElseThrow());
  }

  /**
   * Returns the sum of the amounts of a report's findings. If several findings share a stack, its
   * openings count only once.
   */
  public static Amount amount(List<Finding> findings) {
    return amount(findings, byStack(findings));
  }

  private static Amount amount(List<Finding> findings, List<Finding> stacks) {
    return new Amount(
        sum(findings, Amount::count),
        sum(stacks, Amount::opened),
        sum(stacks, Amount::closed),
        sum(stacks, Amount::disowned),
        sum(findings, Amount::bytes),
        sum(findings, Amount::regions),
        sum(findings, Amount::regionBytes),
        sum(findings, Amount::reclaimedBytes),
        sum(stacks, Amount::viewsOpened),
        sum(stacks, Amount::viewsClosed));
  }

  private static long sum(List<Finding> findings, ToLongFunction<Amount> part) {
    return findings.stream().map(Finding::amount).mapToLong(part).reduce(0, SaturatedSum::of);
  }

  /** The most frequent close sites; equal stacks of several findings are not merged. */
  private static List<CloseSite> siblings(List<Finding> findings) {
    Set<CloseSite> all = new LinkedHashSet<>();
    findings.forEach(finding -> all.addAll(finding.explanation().siblings()));
    return all.stream()
        .sorted(Comparator.comparingLong(CloseSite::count).reversed())
        .limit(MAX_SIBLINGS)
        .toList();
  }

  /**
   * Returns the sums by cycle. The growth of each finding ends with the latest cycle, so the last
   * elements are added to each other.
   */
  private static List<Cycles.Growth> growth(List<Finding> findings) {
    List<Cycles.Growth> sums = new ArrayList<>();
    for (Finding finding : findings) {
      List<Cycles.Growth> steps = finding.explanation().growth();
      int shift = steps.size() - sums.size();
      if (shift > 0) {
        sums.addAll(0, steps.subList(0, shift));
      }
      for (int i = 0; i < steps.size() - Math.max(0, shift); i++) {
        int at = sums.size() - 1 - i;
        sums.set(at, sum(sums.get(at), steps.get(steps.size() - 1 - i)));
      }
    }
    return List.copyOf(sums);
  }

  private static Cycles.Growth sum(Cycles.Growth a, Cycles.Growth b) {
    return new Cycles.Growth(
        a.mark(),
        SaturatedSum.of(a.count(), b.count()),
        SaturatedSum.of(a.bytes(), b.bytes()),
        sum(a.open(), b.open()));
  }

  private static Cycles.@Nullable Open sum(Cycles.@Nullable Open a, Cycles.@Nullable Open b) {
    if (a == null || b == null) {
      return null;
    }
    long bytes = a.bytes() < 0 || b.bytes() < 0 ? -1 : SaturatedSum.of(a.bytes(), b.bytes());
    return new Cycles.Open(SaturatedSum.of(a.count(), b.count()), bytes);
  }

  private static List<DeviceShare> shares(List<Finding> findings) {
    // Resources on no device come first.
    Map<Long, DeviceShare> sums = new TreeMap<>();
    for (Finding finding : findings) {
      for (DeviceShare share : finding.shares()) {
        Integer device = share.device();
        sums.merge(device == null ? Long.MIN_VALUE : device, share, FindingSum::sum);
      }
    }
    return List.copyOf(sums.values());
  }

  private static DeviceShare sum(DeviceShare a, DeviceShare b) {
    return new DeviceShare(
        a.device(),
        SaturatedSum.of(a.count(), b.count()),
        SaturatedSum.of(a.bytes(), b.bytes()),
        SaturatedSum.of(a.regionBytes(), b.regionBytes()),
        SaturatedSum.of(a.sharedBytes(), b.sharedBytes()));
  }
}
