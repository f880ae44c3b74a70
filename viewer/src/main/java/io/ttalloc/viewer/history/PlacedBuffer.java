package io.ttalloc.viewer.history;

import io.ttalloc.ledger.read.TallyEntry;
import org.jspecify.annotations.Nullable;

/** Memory at an address of a device, from its opening until its close. Not thread-safe. */
public final class PlacedBuffer {
  /** The closing time of a buffer that has not been closed. */
  static final long NEVER = Long.MAX_VALUE;

  private static final String CIRCULAR = "circular-buffer";

  /**
   * The place of a buffer. Buffers of different sessions may have the same place at the same time.
   */
  public record Place(int device, ViewerBufferType type, long address) {
    /**
     * Written by hand, because a record's generated method is linked at run time, which would be
     * slow for a million places.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place that
          && that.address == address
          && that.device == device
          && that.type == type;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(address * 31 + device) * 31 + type.code();
    }
  }

  private final Place place;
  private final TallyEntry tally;
  private final @Nullable String session;
  private final long bytes;
  private final long openedNanos;
  private final long closedNanos;
  private long perBank;
  private boolean estimated;
  private int rank;

  /** The buffer that this one hides in {@link BufferSweep}. */
  @Nullable PlacedBuffer below;

  /**
   * Creates a buffer.
   *
   * @param perBank the number of bytes in each bank; -1 if unknown
   * @param closedNanos the time when the buffer was closed; {@link #NEVER} if it is open
   */
  PlacedBuffer(
      Place place,
      TallyEntry tally,
      @Nullable String session,
      long bytes,
      long perBank,
      long openedNanos,
      long closedNanos) {
    this.place = place;
    this.tally = tally;
    this.session = session;
    this.bytes = bytes;
    this.perBank = perBank;
    this.openedNanos = openedNanos;
    this.closedNanos = closedNanos;
  }

  /**
   * Sets the bytes in each bank, if they are not known yet. If the given number is null, sets an
   * estimate.
   */
  void resolve(@Nullable Long known) {
    estimated = known == null;
    perBank = known == null ? place.type().estimatedPerBank(bytes) : known;
  }

  /** Whether the bytes in each bank are known. */
  boolean isResolved() {
    return perBank >= 0;
  }

  public Place place() {
    return place;
  }

  public TallyEntry tally() {
    return tally;
  }

  /** The session that the buffer's address belongs to; null if that is not known. */
  public @Nullable String session() {
    return session;
  }

  public long bytes() {
    return bytes;
  }

  /** The number of bytes in each bank. */
  public long perBank() {
    return perBank;
  }

  /** Whether {@link #perBank} is only estimated from the buffer's size. */
  public boolean isEstimated() {
    return estimated;
  }

  void rank(int newRank) {
    rank = newRank;
  }

  /** The number of the session of the buffer's device, counted from 0. */
  public int rank() {
    return rank;
  }

  public long openedNanos() {
    return openedNanos;
  }

  /** The time when the buffer was closed; {@link #NEVER} if it is open. */
  public long closedNanos() {
    return closedNanos;
  }

  /** Whether the buffer was open immediately after this time. */
  public boolean isOpenAt(long nanos) {
    return openedNanos <= nanos && closedNanos > nanos;
  }

  /** Whether the buffer was never closed. */
  public boolean isOpen() {
    return closedNanos == NEVER;
  }

  /**
   * Whether this is a circular buffer. Circular buffers may share addresses, so one row may
   * represent several of them.
   */
  public boolean isCircular() {
    return isCircular(tally);
  }

  static boolean isCircular(TallyEntry tally) {
    return tally.type().name().equals(CIRCULAR);
  }
}
