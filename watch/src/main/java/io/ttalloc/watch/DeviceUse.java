package io.ttalloc.watch;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * How much of one space of one device a process uses. Bytes are those of handles that own their
 * memory, as at the reading.
 *
 * @param peakBytes the highest sum so far
 * @param capacityBytes what the allocator says that it has in all; null if it never said
 */
public record DeviceUse(
    int device,
    String space,
    long bytes,
    long peakBytes,
    long opened,
    long closed,
    @Nullable Long capacityBytes,
    Reported reported) {

  /**
   * The same by the latest report, which may be of an earlier moment.
   *
   * @param sharedBytes the part of handles whose addresses others may have at the same time
   * @param infrastructureBytes the part of the system's own resources
   * @param cachedBytes the part that caches hold
   * @param overlapBytes the handles' bytes less the bytes of the addresses that they take up
   * @param level the used fraction of the capacity without the system's part, from 0 to 1; null
   *     without a capacity
   */
  public record Reported(
      long sharedBytes,
      long infrastructureBytes,
      long cachedBytes,
      long overlapBytes,
      @Nullable Double level) {}

  /** Orders by device, then by space. */
  static final Comparator<DeviceUse> IN_ORDER =
      Comparator.comparingInt(DeviceUse::device).thenComparing(DeviceUse::space);

  private static final double MIN_HIGH = 0.75;
  private static final double MIN_FULL = 0.9;

  /** The used fraction of the capacity without the system's part, in words. */
  public enum Fill {
    LOW,
    /** 75 % and more. */
    HIGH,
    /** 90 % and more. */
    FULL;

    /** The word for a share from 0 to 1. */
    public static Fill of(double share) {
      return share >= MIN_FULL ? FULL : share >= MIN_HIGH ? HIGH : LOW;
    }
  }

  /** The used bytes by purpose. */
  public record Parts(long other, long shared, long cached, long infrastructure) {}

  /** The memory in use: each address once, never more than the allocator has. */
  public long usedBytes() {
    long used = Math.max(0, bytes - reported.overlapBytes);
    return capacityBytes == null ? used : Math.min(used, capacityBytes);
  }

  /**
   * The parts. Those of a report may be of another moment than the sum, and are cut to it, the
   * system's own last. What overlaps is taken for shared first.
   */
  public Parts parts() {
    long left = usedBytes();
    long infrastructure = Math.min(left, reported.infrastructureBytes);
    left -= infrastructure;
    long shared = Math.min(left, Math.max(0, reported.sharedBytes - reported.overlapBytes));
    left -= shared;
    long cached = Math.min(left, reported.cachedBytes);
    return new Parts(left - cached, shared, cached, infrastructure);
  }

  /**
   * How full it is, in words; null if that is unknown. The system's own memory is no reason for
   * concern. The level is taken from one report as a whole: with bytes of another moment, the
   * system's memory would count as the program's while a device is being opened.
   */
  public @Nullable Fill fill() {
    Double share = share();
    return reported.level == null || share == null
        ? null
        : Fill.of(Math.min(reported.level, share));
  }

  /** The used fraction of the allocator's capacity, from 0 to 1; null if that is not known. */
  public @Nullable Double share() {
    return capacityBytes == null || capacityBytes <= 0
        ? null
        : (Double) ((double) usedBytes() / capacityBytes);
  }
}
