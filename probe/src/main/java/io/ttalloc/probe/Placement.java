package io.ttalloc.probe;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.Slots;
import org.jspecify.annotations.Nullable;

/**
 * Where a resource lies, as the hook that opens it says.
 *
 * <p>Each thread has one and uses it again for every opening, so that an opening allocates nothing
 * for it. Used by that thread alone, inside a hook, where openings do not nest.
 */
final class Placement {
  /**
   * What a larger size counts as ("unlimited" is often the largest number): 8 PiB, so that sums
   * stay in their range, and numbers in that of JSON. A negative one counts as 0.
   */
  private static final long MAX_BYTES = 1L << 53;

  long bytes;

  /** Bytes in each bank, unsigned. */
  private int extent;

  long address;
  int device;

  /** Text ids; 0 for none. */
  int space;

  int session;

  /** {@code FLAG_} constants of the ledger's layout. */
  private int flags;

  /** {@code FLAG_} constants of the ledger's layout. */
  int flags() {
    return flags;
  }

  /**
   * Takes the values that a hook has got; the texts are set one by one.
   *
   * @param typeFlags the flags that all resources of the type have
   */
  void set(
      int typeFlags,
      long bytes,
      long extent,
      long address,
      int device,
      boolean owns,
      boolean shared) {
    this.bytes = bounded(bytes);
    this.extent = boundedExtent(extent);
    this.address = address;
    this.device = device;
    this.flags =
        typeFlags | (owns ? 0 : SlotLayout.FLAG_ALIAS) | (shared ? SlotLayout.FLAG_SHARED : 0);
    long unread = extent - ProbeType.UNKNOWN_PLACE;
    // Another device is no better than none.
    boolean deviceFits = device == (short) device;
    if (unread >>> ProbeType.ATTRIBUTES == 0 || !deviceFits) {
      // What lies where decides who shares memory with whom: half of it is worth nothing.
      this.address = 0;
      this.flags &= ~SlotLayout.FLAG_HAS_ADDRESS;
      if (unread == 0 || (unread & (1 << ProbeType.DEVICE)) != 0 || !deviceFits) {
        this.device = 0;
        this.flags &= ~SlotLayout.FLAG_HAS_DEVICE;
      }
    }
  }

  /**
   * Takes what was read again, and the rest from the slot.
   *
   * @param space its text id, 0 if it was not read; so is the session
   */
  void set(Update read, int space, int session, Slots slots, int slot) {
    this.flags = slots.flags(slot) | read.flags;
    this.bytes = read.bytes == ProbeType.NOT_READ ? slots.bytes(slot) : bounded(read.bytes);
    this.extent =
        read.extent == ProbeType.NOT_READ ? slots.extent(slot) : boundedExtent(read.extent);
    this.address = read.address == ProbeType.NOT_READ ? slots.address(slot) : read.address;
    this.device = read.device == ProbeType.NO_DEVICE_READ ? slots.device(slot) : read.device;
    this.space = space != 0 ? space : slots.space(slot);
    this.session = session != 0 ? session : slots.session(slot);
    if (device != (short) device) {
      this.device = 0;
      this.address = 0;
      this.flags &= ~(SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_HAS_ADDRESS);
    }
  }

  /** What the rule says, as an update that adds it; the texts are those of the two ids. */
  Update asUpdate(@Nullable Object spaceText, @Nullable Object sessionText) {
    return new Update(
        bytes == 0 ? ProbeType.NOT_READ : bytes,
        extent == 0 ? ProbeType.NOT_READ : extent & 0xFFFF_FFFFL,
        has(SlotLayout.FLAG_HAS_ADDRESS) ? address : ProbeType.NOT_READ,
        has(SlotLayout.FLAG_HAS_DEVICE) ? device : ProbeType.NO_DEVICE_READ,
        spaceText,
        sessionText,
        flags);
  }

  private static long bounded(long bytes) {
    return Math.max(0, Math.min(bytes, MAX_BYTES));
  }

  private static int boundedExtent(long extent) {
    return extent <= 0 ? 0 : (int) Math.min(extent, 0xFFFF_FFFFL);
  }

  /** Whether a slot says the same. */
  boolean isThatOf(Slots slots, int slot) {
    return bytes == slots.bytes(slot)
        && extent == slots.extent(slot)
        && address == slots.address(slot)
        && device == slots.device(slot)
        && space == slots.space(slot)
        && session == slots.session(slot)
        && flags == slots.flags(slot);
  }

  /** Whether the rule says nothing about the place. */
  boolean isEmpty() {
    return flags == 0 && bytes == 0 && space == 0 && session == 0;
  }

  /** Whether the resource uses memory that something else owns. */
  boolean isAlias() {
    return has(SlotLayout.FLAG_ALIAS);
  }

  /** Takes from the slot what the rule does not say. */
  void completeFrom(Slots slots, int slot) {
    bytes = bytes != 0 ? bytes : slots.bytes(slot);
    extent = extent != 0 ? extent : slots.extent(slot);
    address = has(SlotLayout.FLAG_HAS_ADDRESS) ? address : slots.address(slot);
    device = has(SlotLayout.FLAG_HAS_DEVICE) ? device : slots.device(slot);
    space = space != 0 ? space : slots.space(slot);
    session = session != 0 ? session : slots.session(slot);
    flags |= slots.flags(slot);
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  void writeTo(Slots slots, int slot) {
    slots.setRegion(slot, bytes, extent, address, device, space, session, flags);
  }

  /** Its bytes; 0 if something else owns them. */
  long ownedBytes() {
    return isAlias() ? 0 : bytes;
  }

  /** The bytes of a resource in a slot; 0 if something else owns them. */
  static long ownedBytes(Slots slots, int slot) {
    return (slots.flags(slot) & SlotLayout.FLAG_ALIAS) == 0 ? slots.bytes(slot) : 0;
  }

  /** The space in whose totals the resource counts; 0 if in none. */
  int countedSpace() {
    return counts(flags, space) ? space : 0;
  }

  /**
   * Whether a resource counts in the totals of its device: it must lie in a space of it and own its
   * memory.
   */
  static boolean counts(int flags, int space) {
    int owning = SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_ALIAS;
    return space != 0 && (flags & owning) == SlotLayout.FLAG_HAS_DEVICE;
  }
}
