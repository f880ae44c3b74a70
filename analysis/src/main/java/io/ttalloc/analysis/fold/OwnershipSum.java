package io.ttalloc.analysis.fold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The combined ownership of the resources of several findings. The chain, the caches and the stack
 * that closed the owner are taken from the first finding.
 */
public final class OwnershipSum {
  private static final int MAX_EACH = 8;

  private OwnershipSum() {}

  /** Returns the sum of at least one ownership. */
  public static Ownership of(List<Ownership> all) {
    Ownership first = all.get(0);
    List<String> roots = distinct(all, Ownership::roots);
    return new Ownership(
        first(roots),
        roots.size() > MAX_EACH || all.stream().anyMatch(Ownership::moreRoots),
        first.chain(),
        first.heldBy(),
        kept(all.stream().map(Ownership::kept).toList()),
        first(distinct(all, Ownership::entries)),
        first.closedBy());
  }

  private static KeptBy kept(List<KeptBy> all) {
    Map<List<String>, HolderPath> paths = new LinkedHashMap<>();
    for (KeptBy one : all) {
      one.paths().forEach(path -> paths.merge(path.first().foldedParts(), path, HolderPath::plus));
    }
    return new KeptBy(
        paths.values().stream()
            .sorted(Comparator.comparingLong(HolderPath::count).reversed())
            .toList(),
        all.stream().mapToLong(KeptBy::known).sum(),
        all.stream().mapToLong(KeptBy::heapBytes).sum(),
        all.stream().mapToLong(KeptBy::earlierNanos).max().orElse(0));
  }

  private static List<String> first(List<String> all) {
    return List.copyOf(all.subList(0, Math.min(MAX_EACH, all.size())));
  }

  private static List<String> distinct(
      List<Ownership> all, Function<Ownership, List<String>> part) {
    Set<String> distinct = new LinkedHashSet<>();
    all.forEach(one -> distinct.addAll(part.apply(one)));
    return new ArrayList<>(distinct);
  }
}
