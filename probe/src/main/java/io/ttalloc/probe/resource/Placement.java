package io.ttalloc.probe.resource;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.probe.rule.ProbeType;
import org.jspecify.annotations.Nullable;

/**
 * The place and the label of a resource, as a hook reports them when the resource is opened or has
 * changed. An attribute that the hook does not report keeps its recorded value.
 *
 * <p>Each thread has one placement and reuses it for every hook, so that an opening does not
 * allocate a new one. Used by that thread alone, inside a hook; the hooks that use it do not nest.
 */
public final class Placement {
  /**
   * The maximum size. A larger size ("unlimited" is often the largest number) counts as 8 PiB, so
   * that sums do not overflow and can be represented as numbers in JSON. A negative size counts as
   * 0.
   */
  private static final long MAX_BYTES = 1L << 53;

  /** A bit for each attribute that is part of the place. */
  private static final int PLACE = (1 << ProbeType.LABEL) - 1 & ~(1 << ProbeType.BYTES);

  public long bytes;

  /** Bytes occupied in each bank, unsigned. */
  private int extent;

  public long address;
  public int device;

  /** The text id; 0 if there is none. */
  public int space;

  public int session;

  /** The label; null if the hook reports none. */
  public @Nullable String label;

  /** The trace context in which the resource is opened, from {@link TraceContext}. */
  public @Nullable String context;

  /** {@code FLAG_} constants of the ledger's layout. */
  private int flags;

  /** The flags to be cleared in the slot of the resource. */
  private int lostFlags;

  /**
   * The numbers that the hook reports: a bit for each attribute, by its index in {@link ProbeType}.
   */
  private int said;

  /** {@code FLAG_} constants of the ledger's layout. */
  public int flags() {
    return flags;
  }

  /**
   * Sets the numbers of an opening. 0 counts as not reported, unless all resources of the type have
   * the attribute. For a number that could not be read, the caller passes a constant of {@link
   * ProbeType}.
   *
   * @param typeFlags the flags that all resources of the type have
   */
  public void setOpened(
      int typeFlags,
      long bytes,
      long extent,
      long address,
      int device,
      boolean owns,
      boolean shared) {
    this.bytes = bounded(bytes);
    this.extent = boundedExtent(extent);
    // A device number outside the range of short counts as missing, and the address with it.
    boolean hasDevice = device == (short) device;
    boolean hasAddress = hasDevice && address != ProbeType.NOT_READ;
    this.device = hasDevice ? device : 0;
    this.address = hasAddress ? address : 0;
    flags =
        (typeFlags | (owns ? 0 : SlotLayout.FLAG_ALIAS) | (shared ? SlotLayout.FLAG_SHARED : 0))
            & ~(hasDevice ? 0 : SlotLayout.FLAG_HAS_DEVICE)
            & ~(hasAddress ? 0 : SlotLayout.FLAG_HAS_ADDRESS);
    lostFlags = 0;
    said =
        (this.bytes == 0 ? 0 : 1 << ProbeType.BYTES)
            | (this.extent == 0 ? 0 : 1 << ProbeType.EXTENT)
            | (has(SlotLayout.FLAG_HAS_ADDRESS) ? 1 << ProbeType.ADDRESS : 0)
            | (has(SlotLayout.FLAG_HAS_DEVICE) ? 1 << ProbeType.DEVICE : 0);
  }

  /**
   * Sets the numbers that were read again. For a number that was not read, the caller passes a
   * constant of {@link ProbeType}.
   *
   * @param unread a bit for each attribute that could not be read; if it was part of the place,
   *     nothing about the place is recorded
   * @return whether the place was read
   */
  public boolean setAgain(int unread, long bytes, long extent, long address, int device) {
    boolean hasPlace = (unread & PLACE) == 0;
    boolean hasDevice = hasPlace && device != ProbeType.NO_DEVICE_READ;
    boolean hasAddress = hasPlace && address != ProbeType.NOT_READ;
    boolean deviceFits = !hasDevice || device == (short) device;
    this.bytes = bounded(bytes);
    this.extent = boundedExtent(extent);
    this.address = deviceFits ? address : 0;
    this.device = deviceFits ? device : 0;
    int inDevice = SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_HAS_ADDRESS;
    flags =
        (hasAddress ? SlotLayout.FLAG_HAS_ADDRESS : 0)
            | (hasDevice ? SlotLayout.FLAG_HAS_DEVICE : 0);
    lostFlags = deviceFits ? 0 : inDevice;
    said =
        (bytes == ProbeType.NOT_READ ? 0 : 1 << ProbeType.BYTES)
            | (hasPlace && extent != ProbeType.NOT_READ ? 1 << ProbeType.EXTENT : 0)
            | (hasAddress || !deviceFits ? 1 << ProbeType.ADDRESS : 0)
            | (hasDevice ? 1 << ProbeType.DEVICE : 0);
    return hasPlace;
  }

  /** A copy of this placement without the label. Another thread may record the copy later. */
  public Placement copy() {
    Placement copy = new Placement();
    copy.bytes = bytes;
    copy.extent = extent;
    copy.address = address;
    copy.device = device;
    copy.space = space;
    copy.session = session;
    copy.flags = flags;
    copy.lostFlags = lostFlags;
    copy.said = said;
    return copy;
  }

  private static long bounded(long bytes) {
    return Math.max(0, Math.min(bytes, MAX_BYTES));
  }

  private static int boundedExtent(long extent) {
    return extent <= 0 ? 0 : (int) Math.min(extent, 0xFFFF_FFFFL);
  }

  /** Whether the slot contains the values of this placement. */
  public boolean isThatOf(Slots slots, int slot) {
    return bytes == slots.bytes(slot)
        && extent == slots.extent(slot)
        && address == slots.address(slot)
        && device == slots.device(slot)
        && space == slots.space(slot)
        && session == slots.session(slot)
        && flags == slots.flags(slot);
  }

  /** Whether nothing about the place was reported. */
  public boolean isEmpty() {
    return flags == 0 && bytes == 0 && space == 0 && session == 0;
  }

  /** Whether the resource uses memory that something else owns. */
  public boolean isAlias() {
    return has(SlotLayout.FLAG_ALIAS);
  }

  /** Copies from the slot the values that the hook does not report. */
  public void completeFrom(Slots slots, int slot) {
    bytes = says(ProbeType.BYTES) ? bytes : slots.bytes(slot);
    extent = says(ProbeType.EXTENT) ? extent : slots.extent(slot);
    address = says(ProbeType.ADDRESS) ? address : slots.address(slot);
    device = says(ProbeType.DEVICE) ? device : slots.device(slot);
    space = space != 0 ? space : slots.space(slot);
    session = session != 0 ? session : slots.session(slot);
    flags = (flags | slots.flags(slot)) & ~lostFlags;
  }

  private boolean says(int attribute) {
    return (said & 1 << attribute) != 0;
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public void writeTo(Slots slots, int slot) {
    slots.setRegion(slot, bytes, extent, address, device, space, session, flags);
  }

  /** The bytes of the resource; 0 if something else owns them. */
  public long ownedBytes() {
    return isAlias() ? 0 : bytes;
  }

  /** The bytes of a resource in a slot; 0 if something else owns them. */
  public static long ownedBytes(Slots slots, int slot) {
    return (slots.flags(slot) & SlotLayout.FLAG_ALIAS) == 0 ? slots.bytes(slot) : 0;
  }

  /** The space whose totals include the resource; 0 if there is none. */
  public int countedSpace() {
    return counts(flags, space) ? space : 0;
  }

  /**
   * Whether a resource counts in the totals of its device: the resource must be in a space of the
   * device and own its memory.
   */
  public static boolean counts(int flags, int space) {
    int owning = SlotLayout.FLAG_HAS_DEVICE | SlotLayout.FLAG_ALIAS;
    return space != 0 && (flags & owning) == SlotLayout.FLAG_HAS_DEVICE;
  }
}
