package io.ttalloc.heap.dump;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A list of ids with a value for each, usually a position in the dump. It can be searched by id
 * once it is complete.
 *
 * <p>Stored in arrays of primitives: 16 bytes per entry, plus 6 to 12 for a hash table with linear
 * probing. The hash function is chosen at random, so that no dump can be constructed to slow it
 * down.
 */
final class IdTable {
  private static final int CHUNK_SHIFT = 10;
  private static final int CHUNK = 1 << CHUNK_SHIFT;

  /** The maximum number of entries: the hash table is an array, whose size is limited to 2^31. */
  private static final int MAX_IDS = 700_000_000;

  private final MemoryBudget budget;
  private final int bytesOfEntry;
  private final long multiplier = new SplittableRandom().nextLong() | 1;
  private long[][] ids = new long[16][];
  private long[][] values = new long[16][];
  private int size;

  /** The index of an entry plus 1; 0 if the slot is free. */
  private int[] slots = new int[1];

  private int shift = Long.SIZE - 1;

  /**
   * @param bytesOfEntry the memory that an entry takes in this table, its hash table and any data
   *     structures that have an element for each entry
   */
  IdTable(MemoryBudget budget, int bytesOfEntry) {
    this.budget = budget;
    this.bytesOfEntry = bytesOfEntry;
  }

  void add(long id, long value) throws UnreadableDumpException {
    int chunk = size >>> CHUNK_SHIFT;
    if ((size & (CHUNK - 1)) == 0) {
      if (size >= MAX_IDS) {
        throw new UnreadableDumpException(
            "has more than " + MAX_IDS + " records of one kind, the most that can be read");
      }
      budget.take((long) CHUNK * bytesOfEntry);
      if (chunk == ids.length) {
        ids = Arrays.copyOf(ids, 2 * chunk);
        values = Arrays.copyOf(values, 2 * chunk);
      }
      ids[chunk] = new long[CHUNK];
      values[chunk] = new long[CHUNK];
    }
    ids[chunk][size & (CHUNK - 1)] = id;
    values[chunk][size & (CHUNK - 1)] = value;
    size++;
  }

  /** Makes the entries searchable. If several entries have the same id, searches find the first. */
  void complete() {
    long min = Math.max(16, size + size / 2L);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(min - 1);
    slots = new int[1 << bits];
    shift = Long.SIZE - bits;
    for (int i = 0; i < size; i++) {
      int slot = slotOf(id(i));
      if (slots[slot] == 0) {
        slots[slot] = i + 1;
      }
    }
  }

  private int slotOf(long id) {
    // Ids are addresses at regular distances: with a single multiplication, some multipliers would
    // map them to so few slots that a search would probe thousands of entries.
    long hash = id * multiplier;
    int slot = (int) (((hash ^ (hash >>> 32)) * multiplier) >>> shift);
    while (slots[slot] != 0 && id(slots[slot] - 1) != id) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /** The number of entries. */
  int size() {
    return size;
  }

  /** The index of an id; negative if the table does not contain the id. */
  int indexOf(long id) {
    return slots[slotOf(id)] - 1;
  }

  /** The id of an entry. */
  long id(int index) {
    return ids[index >>> CHUNK_SHIFT][index & (CHUNK - 1)];
  }

  long value(int index) {
    return values[index >>> CHUNK_SHIFT][index & (CHUNK - 1)];
  }

  /** The value of an id; negative if the table does not contain the id. */
  long valueOf(long id) {
    int index = indexOf(id);
    return index < 0 ? -1 : value(index);
  }
}
