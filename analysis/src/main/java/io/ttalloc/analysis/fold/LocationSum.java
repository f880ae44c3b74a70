package io.ttalloc.analysis.fold;

import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The combined locations of the resources of several findings. All lists are bounded. */
public final class LocationSum {
  private static final int MAX_EACH = 64;
  private static final int MAX_DEVICES = 4_096;

  private LocationSum() {}

  /** Returns the sum of at least one location, all in the same space. */
  public static Location of(List<Location> all) {
    List<Long> addresses = distinct(all, Location::addresses);
    List<Location.Block> blocks = blocks(all);
    List<Location.Label> labels = labels(all);
    TreeSet<String> threads = new TreeSet<>(JavaNames.NATURAL_ORDER);
    all.forEach(one -> threads.addAll(one.threads()));
    return new Location(
        all.get(0).space(),
        first(MAX_DEVICES, distinct(all, Location::devices)),
        first(MAX_EACH, addresses),
        addresses.size() > MAX_EACH || all.stream().anyMatch(Location::moreAddresses),
        first(MAX_EACH, blocks),
        blocks.size() > MAX_EACH || all.stream().anyMatch(Location::moreBlocks),
        new Location.Labels(
            first(MAX_EACH, labels),
            labels.size() > MAX_EACH || all.stream().anyMatch(one -> one.labels().more()),
            all.stream().mapToLong(one -> one.labels().labelled()).sum()),
        first(MAX_EACH, new ArrayList<>(threads)),
        ReferenceCounts.of(all.stream().map(Location::references).toList()));
  }

  private static <T> List<T> first(int max, List<T> all) {
    return List.copyOf(all.subList(0, Math.min(max, all.size())));
  }

  private static <T extends Comparable<T>> List<T> distinct(
      List<Location> all, Function<Location, Collection<T>> part) {
    TreeSet<T> distinct = new TreeSet<>();
    all.forEach(one -> distinct.addAll(part.apply(one)));
    return new ArrayList<>(distinct);
  }

  private static List<Location.Label> labels(List<Location> all) {
    Map<String, Long> counts = new TreeMap<>(JavaNames.NATURAL_ORDER);
    for (Location one : all) {
      one.labels().first().forEach(label -> counts.merge(label.text(), label.count(), Long::sum));
    }
    List<Location.Label> labels = new ArrayList<>();
    counts.forEach((text, count) -> labels.add(new Location.Label(text, count)));
    return labels;
  }

  private static List<Location.Block> blocks(List<Location> all) {
    Map<Location.BlockKey, Location.Block> sums = new TreeMap<>();
    for (Location one : all) {
      for (Location.Block block : one.blocks()) {
        Location.BlockKey key = new Location.BlockKey(block.bytes(), block.address());
        sums.put(key, sum(sums.get(key), block));
      }
    }
    return new ArrayList<>(sums.values());
  }

  private static Location.Block sum(Location.@Nullable Block a, Location.Block b) {
    if (a == null) {
      return b;
    }
    TreeSet<Integer> devices = new TreeSet<>(a.devices());
    devices.addAll(b.devices());
    return new Location.Block(
        b.bytes(), b.address(), a.count() + b.count(), new ArrayList<>(devices));
  }
}
