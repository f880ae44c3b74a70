package io.ttalloc.analysis.fold;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects {@link Location.Block}s, only the largest ones if there are too many. */
final class Blocks {
  private static final int MAX_DEVICES = 4_096;

  private record Key(long bytes, @Nullable Long address) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int bySize = Long.compare(other.bytes, bytes);
      if (bySize != 0) {
        return bySize;
      }
      if (address == null || other.address == null) {
        return Boolean.compare(address != null, other.address != null);
      }
      return Long.compare(address, other.address);
    }
  }

  private static final class Sum {
    private long count;
    private final SmallestValues<Integer> devices = SmallestValues.of(MAX_DEVICES);

    void add(@Nullable Integer device) {
      count++;
      if (device != null) {
        devices.add(device);
      }
    }
  }

  private final TreeMap<Key, Sum> sums = new TreeMap<>();
  private final int most;
  private boolean more;
  private @Nullable Key largest;
  private @Nullable Sum latest;
  private long latestBytes;
  private @Nullable Long latestAddress;

  Blocks(int most) {
    this.most = most;
  }

  void add(long bytes, @Nullable Long address, @Nullable Integer device) {
    Sum last = latest;
    if (last != null && bytes == latestBytes && Objects.equals(address, latestAddress)) {
      last.add(device);
      return;
    }
    Key key = new Key(bytes, address);
    if (largest != null && key.compareTo(largest) > 0) {
      more = true;
      return;
    }
    Sum sum = sums.get(key);
    if (sum == null) {
      sum = new Sum();
      sums.put(key, sum);
      if (sums.size() > most) {
        sums.pollLastEntry();
        more = true;
      }
      largest = sums.size() == most ? sums.lastKey() : null;
    }
    sum.add(device);
    // One that was just left out must not be counted on.
    latest = sums.containsKey(key) ? sum : null;
    latestBytes = bytes;
    latestAddress = address;
  }

  List<Location.Block> toList() {
    List<Location.Block> blocks = new ArrayList<>();
    for (Map.Entry<Key, Sum> entry : sums.entrySet()) {
      Sum sum = entry.getValue();
      blocks.add(
          new Location.Block(
              entry.getKey().bytes(), entry.getKey().address(), sum.count, sum.devices.values()));
    }
    return blocks;
  }

  boolean hasMore() {
    return more;
  }
}
