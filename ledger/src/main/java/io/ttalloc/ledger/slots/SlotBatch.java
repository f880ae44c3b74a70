package io.ttalloc.ledger.slots;

/** A few free slots that one thread keeps for its own use. Not thread-safe. */
public final class SlotBatch {
  /** The number of slots that a platform thread takes at a time. */
  public static final int USUAL = 32;

  final int step;
  private final int[] slots;
  private int size;

  /**
   * @param step the number of slots that are taken and returned at a time
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

  int get(int at) {
    return slots[at];
  }

  /** Stores a slot at an index beyond the size; {@link #setSize} adds it to the batch. */
  void put(int at, int slot) {
    slots[at] = slot;
  }

  void setSize(int newSize) {
    size = newSize;
  }

  /**
   * Adds a slot. It is stored before the size changes, so an error in between at worst loses the
   * slot.
   */
  void push(int slot) {
    slots[size] = slot;
    size = size + 1;
  }

  int pop() {
    int left = size - 1;
    int slot = slots[left];
    size = left;
    return slot;
  }
}
