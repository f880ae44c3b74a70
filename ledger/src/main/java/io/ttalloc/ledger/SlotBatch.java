package io.ttalloc.ledger;

/** A few free slots that one thread keeps for itself. Not thread-safe. */
public final class SlotBatch {
  /** How many slots a thread takes at a time if it is expected to live. */
  public static final int USUAL = 32;

  final int step;
  private final int[] slots;
  private int size;

  /**
   * @param step how many slots are taken and given back at a time
   */
  public SlotBatch(int step) {
    this.step = step;
    this.slots = new int[2 * step];
  }

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
