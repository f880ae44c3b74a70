package io.ttalloc.watch;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A process's use of one space of one device. The components before {@code capacityBytes} are the
 * counters at the time of the reading. The memory in use and its purpose come from the latest
 * report, like the other numbers that are shown for the process, because only a report takes the
 * overlap of handles into account.
 *
 * @param bytes the bytes of open handles that own their memory
 * @param peakBytes the highest value of {@code bytes} so far
 * @param capacityBytes the total capacity that the allocator reported; null if the allocator never
 *     reported a capacity
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
   * The use according to the latest report, which may be older than the counters.
   *
   * @param addressedBytes the memory in use, counting each address once; before the first report,
   *     the bytes of handles at the time of the reading
   * @param sharedBytes the bytes of handles that may have the same addresses as other handles at
   *     the same time
   * @param infrastructureBytes the bytes of infrastructure
   * @param cachedBytes the bytes held by caches
   * @param overlapBytes the handles' bytes minus the bytes of the addresses that they occupy
   * @param level the used fraction of the capacity, not counting infrastructure, from 0 to 1; null
   *     if the capacity is unknown
   */
  public record Reported(
      long addressedBytes,
      long sharedBytes,
      long infrastructureBytes,
      long cachedBytes,
      long overlapBytes,
      @Nullable Double level) {}

  /** Sorts by device, then by space. */
  static final Comparator<DeviceUse> IN_ORDER =
      Comparator.comparingInt(DeviceUse::device).thenComparing(DeviceUse::space);

  private static final double MIN_HIGH = 0.75;
  private static final double MIN_FULL = 0.9;

  /** Categories for the used fraction of the capacity, not counting infrastructure. */
  public enum Fill {
    LOW,
    /** At least 75 %. */
    HIGH,
    /** At least 90 %. */
    FULL;

    /** Returns the category of a fraction from 0 to 1. */
    public static Fill of(double share) {
      return share >= MIN_FULL ? FULL : share >= MIN_HIGH ? HIGH : LOW;
    }
  }

  /** The used bytes by purpose. */
  public record Parts(long other, long shared, long cached, long infrastructure) {}

  /** The memory in use, counting each address once, and at most the allocator's capacity. */
  public long usedBytes() {
    return capacityBytes == null
        ? reported.addressedBytes
        : Math.min(reported.addressedBytes, capacityBytes);
  }

  /**
   * The used bytes by purpose. Overlapping bytes are subtracted from the shared bytes, then from
   * the bytes in caches, because caches of earlier sessions hold resources at the same addresses.
   * If the sum of the parts exceeds {@link #usedBytes}, the parts are reduced, infrastructure last.
   */
  public Parts parts() {
    long left = usedBytes();
    long infrastructure = Math.min(left, reported.infrastructureBytes);
    left -= infrastructure;
    long shared = Math.min(left, Math.max(0, reported.sharedBytes - reported.overlapBytes));
    left -= shared;
    long overlap = Math.max(0, reported.overlapBytes - reported.sharedBytes);
    long cached = Math.min(left, Math.max(0, reported.cachedBytes - overlap));
    return new Parts(left - cached, shared, cached, infrastructure);
  }

  /**
   * The category of the used fraction of the space; null if the capacity is unknown. Infrastructure
   * is not counted, since its use of memory is no reason for concern.
   */
  public @Nullable Fill fill() {
    return reported.level == null ? null : Fill.of(reported.level);
  }

  /**
   * The used fraction of the allocator's capacity, from 0 to 1; null if the capacity is unknown.
   */
  public @Nullable Double share() {
    return capacityBytes == null || capacityBytes <= 0
        ? null
        : (Double) ((double) usedBytes() / capacityBytes);
  }
}
