package io.ttalloc.watch;

import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The openings and closes of one type so far, and the lifetimes of the closed resources.
 *
 * @param openedBytes the bytes of the opened resources that owned their memory
 * @param lifetimes the histogram of lifetimes in ascending order, accurate to 6.25 %
 */
public record TypeUse(
    String type, long opened, long closed, long openedBytes, List<Lifetime.Bucket> lifetimes) {
  public TypeUse {
    lifetimes = List.copyOf(lifetimes);
  }

  private static final class Sum {
    private long opened;
    private long closed;
    private long openedBytes;
    private final TreeMap<Long, Long> lifetimes = new TreeMap<>();
  }

  /**
   * Returns the types of a report, those with the most openings first.
   *
   * @param max the maximum number of types; further ones are combined into {@link LiveGroup#OTHERS}
   */
  static List<TypeUse> of(Report report, int max) {
    Map<String, Sum> sums = new TreeMap<>();
    for (TallyEntry tally : report.history().opened()) {
      Sum sum = sums.computeIfAbsent(tally.type().name(), k -> new Sum());
      sum.opened = SaturatedSum.of(sum.opened, tally.opened());
      sum.closed = SaturatedSum.of(sum.closed, tally.closed());
      sum.openedBytes = SaturatedSum.of(sum.openedBytes, tally.openings().bytes());
    }
    for (Lifetime lifetime : report.history().lifetimes()) {
      Sum sum = sums.computeIfAbsent(lifetime.type(), k -> new Sum());
      lifetime.buckets().forEach(b -> sum.lifetimes.merge(b.nanos(), b.count(), Long::sum));
    }
    List<TypeUse> types = new ArrayList<>();
    sums.forEach((type, sum) -> types.add(use(type, sum)));
    types.sort(Comparator.comparingLong(TypeUse::opened).reversed());
    if (types.size() <= max) {
      return types;
    }
    Sum rest = new Sum();
    for (TypeUse type : types.subList(max, types.size())) {
      rest.opened = SaturatedSum.of(rest.opened, type.opened);
      rest.closed = SaturatedSum.of(rest.closed, type.closed);
      rest.openedBytes = SaturatedSum.of(rest.openedBytes, type.openedBytes);
      type.lifetimes.forEach(b -> rest.lifetimes.merge(b.nanos(), b.count(), Long::sum));
    }
    List<TypeUse> bounded = new ArrayList<>(types.subList(0, max));
    bounded.add(use(LiveGroup.OTHERS, rest));
    return bounded;
  }

  private static TypeUse use(String type, Sum sum) {
    List<Lifetime.Bucket> buckets = new ArrayList<>();
    sum.lifetimes.forEach((nanos, count) -> buckets.add(new Lifetime.Bucket(nanos, count)));
    return new TypeUse(type, sum.opened, sum.closed, sum.openedBytes, buckets);
  }
}
