package io.ttalloc.analysis.fold;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The smallest distinct keys of any number of keys, with a sum for each. Which ones are kept does
 * not depend on the order in which they come, and their sums are exact: the limit only falls, so a
 * key that was removed never comes back.
 */
final class SmallestKeys<K, S> {
  private final int max;
  private final Comparator<? super K> order;
  private final Supplier<S> zero;

  /** Null before the first key: most of the many that there are for each finding get none. */
  private @Nullable TreeMap<K, S> sums;

  private boolean more;
  private @Nullable K latest;
  private @Nullable S latestSum;
  private @Nullable K largest;

  SmallestKeys(int max, Comparator<? super K> order, Supplier<S> zero) {
    this.max = max;
    this.order = order;
    this.zero = zero;
  }

  /** The sum to which something of this key is to be added; null if the key is not kept. */
  @Nullable S sumOf(K key) {
    // Neighbouring resources mostly have the same key, and most others are too large: neither needs
    // the tree.
    if (latest != null && (key == latest || order.compare(key, latest) == 0)) {
      return latestSum;
    }
    latest = key;
    if (largest != null && order.compare(key, largest) > 0) {
      more = true;
      latestSum = null;
      return null;
    }
    TreeMap<K, S> all = sums == null ? new TreeMap<>(order) : sums;
    sums = all;
    S sum = all.get(key);
    if (sum == null) {
      sum = zero.get();
      all.put(key, sum);
      if (all.size() > max) {
        all.pollLastEntry();
        more = true;
      }
      largest = all.size() == max ? all.lastKey() : null;
    }
    latestSum = sum;
    return sum;
  }

  /** The sums of the keys that are kept, in their order. */
  Map<K, S> sums() {
    return sums == null ? Map.of() : sums;
  }

  /** Whether any key is not kept. */
  boolean hasMore() {
    return more;
  }
}
