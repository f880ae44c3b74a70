package io.ttalloc.analysis.fold;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the smallest of the distinct keys that are added, with a sum for each key that is kept. The
 * result does not depend on the order in which the keys are added. The sums are exact: the largest
 * key that is kept only becomes smaller, so a key that was removed is never added again.
 */
final class SmallestKeys<K, S> {
  private final int max;
  private final Comparator<? super K> order;
  private final Supplier<S> zero;

  /**
   * Null before the first key is added, since most of these objects (there are many for each
   * finding) never get one.
   */
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

  /** Returns the sum to which a value with this key is to be added; null if the key is not kept. */
  @Nullable S sumOf(K key) {
    // Adjacent resources mostly have the same key, and most other keys are too large; neither case
    // needs the tree.
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

  /** The sums of the keys that are kept, sorted by key. */
  Map<K, S> sums() {
    return sums == null ? Map.of() : sums;
  }

  /** Whether any key was not kept. */
  boolean hasMore() {
    return more;
  }
}
