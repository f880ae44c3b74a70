package io.ttalloc.probe.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.stack.StackCapture.StackCache;
import org.junit.jupiter.api.Test;

/** The cache forgets stacks when it is full, but never confuses two stacks. */
class StackCacheTest {
  private static final int MANY = 1 << 18;

  private final StackCache cache = new StackCache();

  private static long key(int i) {
    return i * 0x9E3779B97F4A7C15L;
  }

  private static StackCache.Entry entry(long key, int stackId) {
    return new StackCache.Entry(key, stackId, null);
  }

  @Test
  void findsWhatWasPut() {
    for (int i = 1; i <= 1000; i++) {
      cache.put(entry(key(i), i));
    }
    for (int i = 1; i <= 1000; i++) {
      assertThat(cache.find(key(i))).extracting(found -> found.stackId()).isEqualTo(i);
    }
    assertThat(cache.find(key(1001))).isNull();
  }

  @Test
  void forgetsStacksOfWhichThereAreTooManyAndMixesUpNone() {
    for (int i = 1; i <= MANY; i++) {
      cache.put(entry(key(i), i));
    }
    int found = 0;
    for (int i = 1; i <= MANY; i++) {
      StackCache.Entry entry = cache.find(key(i));
      if (entry != null) {
        assertThat(entry.stackId()).isEqualTo(i);
        found++;
      }
    }
    assertThat(found).isBetween(1, MANY / 4);
    assertThat(cache.find(key(MANY))).isNotNull();
  }

  @Test
  void keepsFourKeysThatFallIntoOnePlaceAndThenReplacesOne() {
    long step = 1L << 32;
    for (int i = 1; i <= 5; i++) {
      cache.put(entry(i * step, i));
    }
    long left = 0;
    for (int i = 1; i <= 4; i++) {
      left += cache.find(i * step) == null ? 0 : 1;
    }
    assertThat(left).isEqualTo(3);
    assertThat(cache.find(5 * step)).isNotNull();
  }
}
