package io.ttalloc.probe.stack;

import io.ttalloc.ledger.write.Tally;
import org.jspecify.annotations.Nullable;

/**
 * Known stacks by raw key. Bounded: an entry whose places are all taken replaces one of the others,
 * and a stack that was replaced is resolved again, to the same id. Without locks: entries are
 * immutable.
 */
final class StackCache {
  private static final int SIZE = 1 << 15;
  private static final int WAYS = 4;

  /** A stack, and its tally if something was opened there. Immutable. */
  static final class Entry {
    final long key;
    final int stackId;
    final @Nullable Tally tally;

    Entry(long key, int stackId, @Nullable Tally tally) {
      this.key = key;
      this.stackId = stackId;
      this.tally = tally;
    }
  }

  private final @Nullable Entry[] entries = new Entry[SIZE];

  @Nullable Entry find(long key) {
    int base = (int) key & (SIZE - WAYS);
    for (int i = 0; i < WAYS; i++) {
      Entry entry = entries[base + i];
      if (entry == null) {
        return null;
      }
      if (entry.key == key) {
        return entry;
      }
    }
    return null;
  }

  void put(Entry entry) {
    int base = (int) entry.key & (SIZE - WAYS);
    for (int i = 0; i < WAYS; i++) {
      if (entries[base + i] == null) {
        entries[base + i] = entry;
        return;
      }
    }
    entries[base + (int) (entry.key >>> 60 & (WAYS - 1))] = entry;
  }
}
