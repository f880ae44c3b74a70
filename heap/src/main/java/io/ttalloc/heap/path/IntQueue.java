package io.ttalloc.heap.path;

import java.util.Arrays;

/**
 * A queue of numbers. The numbers are stored in chunks that are reused, so the queue uses only as
 * much memory as its greatest length required.
 */
final class IntQueue {
  private static final int CHUNK_SHIFT = 14;
  private static final int CHUNK = 1 << CHUNK_SHIFT;

  /** A ring of chunks; those in use begin at {@link #firstChunk}. */
  private int[][] chunks = new int[4][];

  private int firstChunk;
  private int usedChunks;

  /** The index within the first chunk. */
  private int head;

  /** The index within the last chunk. */
  private int tail = CHUNK;

  boolean isEmpty() {
    return usedChunks == 0;
  }

  void add(int number) {
    if (tail == CHUNK) {
      addChunk();
    }
    chunks[(firstChunk + usedChunks - 1) & (chunks.length - 1)][tail++] = number;
  }

  private void addChunk() {
    if (usedChunks == chunks.length) {
      int[][] larger = Arrays.copyOfRange(chunks, firstChunk, firstChunk + 2 * usedChunks);
      System.arraycopy(chunks, 0, larger, usedChunks - firstChunk, firstChunk);
      Arrays.fill(larger, usedChunks, larger.length, null);
      chunks = larger;
      firstChunk = 0;
    }
    int next = (firstChunk + usedChunks++) & (chunks.length - 1);
    if (chunks[next] == null) {
      chunks[next] = new int[CHUNK];
    }
    tail = 0;
  }

  /** Removes the number that was added first. The queue must not be empty. */
  int remove() {
    int number = chunks[firstChunk][head++];
    boolean last = usedChunks == 1;
    if (head == (last ? tail : CHUNK)) {
      head = 0;
      usedChunks--;
      firstChunk = (firstChunk + 1) & (chunks.length - 1);
      tail = last ? CHUNK : tail;
    }
    return number;
  }
}
