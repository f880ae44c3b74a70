package io.ttalloc.heap.dump;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A set of ids that numbers its members.
 *
 * <p>HotSpot's ids are addresses, and objects lie close together. Therefore, the set has a bit for
 * each address at which an object may start, in pages that each cover 4 KB of the heap. A member
 * takes less than a byte if objects are small, and a whole page at worst. Pages are found by a hash
 * table with linear probing, whose hash function is chosen at random, so that no dump can be
 * constructed to slow it down. An id that is not divisible by 8 is in a different page from its
 * neighbours, but can still be a member.
 *
 * <p>Members are numbered page by page, in the order in which the pages were first used, so objects
 * that are close together in the dump have similar numbers.
 */
final class ObjectIds {
  /**
   * The number of low bits of a rotated id that select a bit within a page; the remaining bits are
   * the page key. The rotation moves the lowest three bits of the id, which are usually zero, to
   * the top.
   */
  private static final int PAGE_SHIFT = 9;

  private static final int BITS = 1 << PAGE_SHIFT;
  private static final int WORD_SHIFT = 6;

  /**
   * The words of a page: its key, the number of members before it, the number of its own members
   * before each word except the first, in {@link #COUNT_BITS} bits each, and its bits.
   */
  private static final int KEY = 0;

  private static final int BEFORE = 1;
  private static final int COUNTS = 2;
  private static final int WORDS = 3;
  private static final int COUNT_BITS = 9;
  private static final int PAGE = WORDS + (BITS >>> WORD_SHIFT);

  private static final int CHUNK_SHIFT = 9;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int MAX_PAGES = 1 << 29;

  /** The size of a page, plus up to four slots of the hash table while the table grows. */
  private static final int BYTES_OF_PAGE = PAGE * Long.BYTES + 4 * Integer.BYTES;

  private final MemoryBudget budget;
  private final long multiplier = new SplittableRandom().nextLong() | 1;
  private long[][] chunks = new long[16][];
  private int pages;
  private int size;

  /** The number of a page plus 1; 0 if the slot is free. */
  private int[] slots = new int[1 << 10];

  private int shift = Long.SIZE - 10;

  ObjectIds(MemoryBudget budget) {
    this.budget = budget;
  }

  void add(long id) throws UnreadableDumpException {
    long rotated = Long.rotateRight(id, 3);
    long key = rotated >>> PAGE_SHIFT;
    int page = pages > 0 && key == word(pages - 1, KEY) ? pages - 1 : pageOf(key);
    if (page < 0) {
      page = addPage(key);
    }
    int bit = (int) rotated & (BITS - 1);
    chunks[page >>> CHUNK_SHIFT][at(page, WORDS + (bit >>> WORD_SHIFT))] |= 1L << bit;
  }

  private int addPage(long key) throws UnreadableDumpException {
    if ((pages & (CHUNK - 1)) == 0) {
      budget.take((long) CHUNK * BYTES_OF_PAGE);
      int chunk = pages >>> CHUNK_SHIFT;
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunk);
      }
      chunks[chunk] = new long[CHUNK * PAGE];
    }
    if (2 * pages >= slots.length) {
      grow();
    }
    int page = pages++;
    chunks[page >>> CHUNK_SHIFT][at(page, KEY)] = key;
    slots[slotOf(key)] = page + 1;
    return page;
  }

  private void grow() throws UnreadableDumpException {
    if (pages >= MAX_PAGES) {
      throw new UnreadableDumpException(
          "has objects in more than "
              + MAX_PAGES
              + " address ranges of 4 KiB, the most that can be read");
    }
    slots = new int[2 * slots.length];
    shift--;
    for (int page = 0; page < pages; page++) {
      slots[slotOf(word(page, KEY))] = page + 1;
    }
  }

  /** Numbers the members. */
  void complete() throws UnreadableDumpException {
    long members = 0;
    for (int page = 0; page < pages; page++) {
      long[] chunk = chunks[page >>> CHUNK_SHIFT];
      int start = at(page, 0);
      chunk[start + BEFORE] = members;
      long counts = 0;
      long count = 0;
      for (int word = WORDS; word < PAGE; word++) {
        counts |= word == WORDS ? 0 : count << (COUNT_BITS * (word - WORDS - 1));
        long bits = chunk[start + word];
        count += bits == 0 ? 0 : Long.bitCount(bits);
      }
      chunk[start + COUNTS] = counts;
      members += count;
    }
    if (members >= Integer.MAX_VALUE - 8) {
      throw new UnreadableDumpException("has " + members + " objects, more than can be read");
    }
    size = (int) members;
  }

  int size() {
    return size;
  }

  /** The number of a member; negative if the id is not a member. */
  int indexOf(long id) {
    long rotated = Long.rotateRight(id, 3);
    int page = pageOf(rotated >>> PAGE_SHIFT);
    if (page < 0) {
      return -1;
    }
    int bit = (int) rotated & (BITS - 1);
    long[] chunk = chunks[page >>> CHUNK_SHIFT];
    int start = at(page, 0);
    int word = bit >>> WORD_SHIFT;
    long bits = chunk[start + WORDS + word];
    if ((bits >>> bit & 1) == 0) {
      return -1;
    }
    return (int) chunk[start + BEFORE]
        + before(chunk[start + COUNTS], word)
        + Long.bitCount(bits & ((1L << bit) - 1));
  }

  /** The number of members of a page before one of its words. */
  private static int before(long counts, int word) {
    return word == 0 ? 0 : (int) (counts >>> (COUNT_BITS * (word - 1))) & ((1 << COUNT_BITS) - 1);
  }

  /** The member with this number. */
  long id(int index) {
    int page = pageOfMember(index);
    int left = index - (int) word(page, BEFORE);
    long counts = word(page, COUNTS);
    int word = BITS / Long.SIZE - 1;
    while (before(counts, word) > left) {
      word--;
    }
    left -= before(counts, word);
    long bits = word(page, WORDS + word);
    for (; left > 0; left--) {
      bits &= bits - 1;
    }
    long bit = (long) word << WORD_SHIFT | Long.numberOfTrailingZeros(bits);
    return Long.rotateLeft(word(page, KEY) << PAGE_SHIFT | bit, 3);
  }

  /**
   * The page that contains a member: the last page with at most {@code index} members before it.
   */
  private int pageOfMember(int index) {
    int low = 0;
    int high = pages - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (word(middle, BEFORE) <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The address at which the highest page starts; 0 if there are no pages. */
  long greatest() {
    long greatest = 0;
    for (int page = 0; page < pages; page++) {
      long address = word(page, KEY) << (PAGE_SHIFT + 3);
      greatest = Long.compareUnsigned(address, greatest) > 0 ? address : greatest;
    }
    return greatest;
  }

  private int pageOf(long key) {
    return slots[slotOf(key)] - 1;
  }

  private int slotOf(long key) {
    long hash = key * multiplier;
    int slot = (int) (((hash ^ (hash >>> 32)) * multiplier) >>> shift);
    while (slots[slot] != 0 && word(slots[slot] - 1, KEY) != key) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private long word(int page, int word) {
    return chunks[page >>> CHUNK_SHIFT][at(page, word)];
  }

  private static int at(int page, int word) {
    return (page & (CHUNK - 1)) * PAGE + word;
  }
}
