package io.ttalloc.analysis.memory;

import java.util.Arrays;

/**
 * A growable list of address ranges that is sorted in place. It takes 28 bytes per range, in small
 * chunks, so that growing never copies the ranges and ten million of them fit into an ordinary
 * heap.
 *
 * <p>Not thread-safe.
 */
final class Ranges {
  private static final int PIECE_SHIFT = 8;
  private static final int PIECE = 1 << PIECE_SHIFT;
  private static final int WORDS = 3;

  /** A flag in the tag of a range: other handles may be at the same address at the same time. */
  private static final int SHARED = 1 << 31;

  private long[][] words = new long[4][];
  private int[][] tags = new int[4][];
  private int size;

  int size() {
    return size;
  }

  void add(long start, long extent, long bytes, int tally, boolean shared) {
    int piece = size >>> PIECE_SHIFT;
    if (piece == words.length) {
      words = Arrays.copyOf(words, piece * 2);
      tags = Arrays.copyOf(tags, piece * 2);
    }
    if ((size & (PIECE - 1)) == 0) {
      words[piece] = new long[PIECE * WORDS];
      tags[piece] = new int[PIECE];
    }
    size++;
    set(size - 1, start, extent, bytes, shared ? tally | SHARED : tally);
  }

  long start(int i) {
    return words[i >>> PIECE_SHIFT][(i & (PIECE - 1)) * WORDS];
  }

  long extent(int i) {
    return words[i >>> PIECE_SHIFT][(i & (PIECE - 1)) * WORDS + 1];
  }

  long bytes(int i) {
    return words[i >>> PIECE_SHIFT][(i & (PIECE - 1)) * WORDS + 2];
  }

  int tally(int i) {
    return tag(i) & ~SHARED;
  }

  boolean shared(int i) {
    return (tag(i) & SHARED) != 0;
  }

  private int tag(int i) {
    return tags[i >>> PIECE_SHIFT][i & (PIECE - 1)];
  }

  /**
   * Overwrites a range; {@code tag} is its tally id, combined with {@code SHARED} if the address
   * may be shared.
   */
  void set(int i, long start, long extent, long bytes, int tag) {
    long[] piece = words[i >>> PIECE_SHIFT];
    int at = (i & (PIECE - 1)) * WORDS;
    piece[at] = start;
    piece[at + 1] = extent;
    piece[at + 2] = bytes;
    tags[i >>> PIECE_SHIFT][i & (PIECE - 1)] = tag;
  }

  /** Removes all ranges from the index {@code newSize} on. */
  void truncate(int newSize) {
    size = newSize;
  }

  /**
   * Sorts by start, tally, bytes and extent, so that the order in which the ranges were read does
   * not matter.
   */
  void sort() {
    for (int i = 1; i < size; i++) {
      if (compare(i - 1, i) > 0) {
        sort(0, size - 1);
        return;
      }
    }
  }

  private void sort(int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int split = partition(low, high);
      if (split - low < high - split) {
        sort(low, split);
        low = split + 1;
      } else {
        sort(split + 1, high);
        high = split;
      }
    }
  }

  private int partition(int low, int high) {
    int pivot = (low + high) >>> 1;
    long start = start(pivot);
    long extent = extent(pivot);
    long bytes = bytes(pivot);
    int tag = tag(pivot);
    int i = low - 1;
    int j = high + 1;
    while (true) {
      do {
        i++;
      } while (compare(i, start, extent, bytes, tag) < 0);
      do {
        j--;
      } while (compare(j, start, extent, bytes, tag) > 0);
      if (i >= j) {
        return j;
      }
      swap(i, j);
    }
  }

  private int compare(int i, int j) {
    return compare(i, start(j), extent(j), bytes(j), tag(j));
  }

  private int compare(int i, long start, long extent, long bytes, int tag) {
    int byStart = Long.compare(start(i), start);
    if (byStart != 0) {
      return byStart;
    }
    int byTag = Integer.compare(tag(i), tag);
    if (byTag != 0) {
      return byTag;
    }
    int byBytes = Long.compare(bytes(i), bytes);
    return byBytes != 0 ? byBytes : Long.compare(extent(i), extent);
  }

  private void swap(int i, int j) {
    long start = start(i);
    long extent = extent(i);
    long bytes = bytes(i);
    int tag = tag(i);
    set(i, start(j), extent(j), bytes(j), tag(j));
    set(j, start, extent, bytes, tag);
  }
}
