package io.ttalloc.ledger;

/** A few free slots that one thread keeps for itself. Not thread-safe. */
public final class SlotBatch {
  static final int HALF = 32;

  private final int[] slots = new int[2 * HALF];
  private int size;

  int size() {
    return size;
  }

  boolean isFull() {
    return size == slots.length;
  }

  void push(int slot) {
    slots[size++] = slot;
  }

  int pop() {
    return slots[--size];
  }
}
