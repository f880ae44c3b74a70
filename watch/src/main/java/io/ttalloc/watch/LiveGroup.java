package io.ttalloc.watch;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of one kind, summed over findings.
 *
 * @param bytes the bytes, counted by handle
 */
public record LiveGroup(Kind kind, long count, long bytes) {

  /** The type name of the groups that combine everything beyond the limit. */
  public static final String OTHERS = "(others)";

  /**
   * A type, a place and a verdict, which all resources of a group have in common.
   *
   * @param space the device space; null if the resources are in none
   * @param device null if the resources are on no device, -1 for a whole mesh
   */
  public record Kind(
      String type, @Nullable String space, @Nullable Integer device, String verdict, boolean leak) {

    /** The space, or an empty string. */
    public String spaceOrEmpty() {
      return Objects.requireNonNullElse(space, "");
    }
  }

  /**
   * Returns the groups of a report, those with the most bytes first.
   *
   * @param max the maximum number of groups; further ones are combined into {@link #OTHERS}
   */
  static List<LiveGroup> of(List<Finding> findings, int max) {
    Map<Kind, LiveGroup> sums = new HashMap<>();
    for (Finding finding : findings) {
      if (!finding.verdict().isReclaimed()) {
        for (DeviceShare share : finding.shares()) {
          add(sums, group(finding, share));
        }
      }
    }
    List<LiveGroup> groups = new ArrayList<>(sums.values());
    groups.sort(
        Comparator.comparingLong(LiveGroup::bytes)
            .thenComparingLong(LiveGroup::count)
            .reversed()
            .thenComparing(group -> group.kind.toString()));
    if (groups.size() <= max) {
      return groups;
    }
    Map<Kind, LiveGroup> rest = new HashMap<>();
    for (LiveGroup group : groups.subList(max, groups.size())) {
      Kind others = new Kind(OTHERS, null, null, group.kind.verdict, group.kind.leak);
      add(rest, new LiveGroup(others, group.count, group.bytes));
    }
    List<LiveGroup> bounded = new ArrayList<>(groups.subList(0, max));
    bounded.addAll(rest.values());
    return bounded;
  }

  private static LiveGroup group(Finding finding, DeviceShare share) {
    return new LiveGroup(
        new Kind(
            finding.type().name(),
            finding.location().space(),
            share.device(),
            finding.verdict().toString(),
            finding.leak()),
        share.count(),
        share.bytes());
  }

  private static void add(Map<Kind, LiveGroup> sums, LiveGroup group) {
    sums.merge(group.kind, group, LiveGroup::plus);
  }

  private LiveGroup plus(LiveGroup other) {
    return new LiveGroup(
        kind, SaturatedSum.of(count, other.count), SaturatedSum.of(bytes, other.bytes));
  }
}
