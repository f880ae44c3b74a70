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

  int get(int at) {
    return slots[at];
  }

  /** Writes a slot to a place that does not count yet: {@link #setSize} makes it count. */
  void put(int at, int slot) {
    slots[at] = slot;
  }

  void setSize(int newSize) {
    size = newSize;
  }

  /** The slot is there before it counts: whatever cuts in between loses it, or leaves it out. */
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
