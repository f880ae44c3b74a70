package io.ttalloc.watch;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of one space of one device is in use. Bytes are those of handles that own their memory,
 * as at the reading; the parts of them are as of the latest report.
 *
 * @param peakBytes the highest sum so far; over several processes, the sum of their peaks
 * @param capacityBytes what the allocator says that it has in all; null if it never said
 * @param sharedBytes the part of handles whose addresses others may have at the same time
 * @param infrastructureBytes the part of the system's own resources
 * @param cachedBytes the part that caches hold
 */
public record DeviceUse(
    int device,
    String space,
    long bytes,
    long peakBytes,
    long opened,
    long closed,
    @Nullable Long capacityBytes,
    long sharedBytes,
    long infrastructureBytes,
    long cachedBytes) {

  private record Key(int device, String space) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byDevice = Integer.compare(device, other.device);
      return byDevice != 0 ? byDevice : space.compareTo(other.space);
    }
  }

  private static final double MIN_HIGH = 0.75;
  private static final double MIN_FULL = 0.9;

  /** How much of what the allocator has is in use, in words. */
  public enum Fill {
    LOW,
    /** From 75 %. */
    HIGH,
    /** From 90 %. */
    FULL;

    /** The word for a share from 0 to 1. */
    public static Fill of(double share) {
      return share >= MIN_FULL ? FULL : share >= MIN_HIGH ? HIGH : LOW;
    }
  }

  /** What the bytes are; the parts sum to them. */
  public record Parts(long other, long shared, long cached, long infrastructure) {}

  /** The parts. Those of a report may be of another moment than the sum, and are cut to it. */
  public Parts parts() {
    long left = bytes;
    long shared = Math.min(left, sharedBytes);
    left -= shared;
    long cached = Math.min(left, cachedBytes);
    left -= cached;
    long infrastructure = Math.min(left, infrastructureBytes);
    return new Parts(left - infrastructure, shared, cached, infrastructure);
  }

  /** In words; null if the allocator never said what it has. */
  public @Nullable Fill fill() {
    Double share = share();
    return share == null ? null : Fill.of(share);
  }

  /** How much of what the allocator has is in use, from 0 to 1; null if it never said. */
  public @Nullable Double share() {
    return capacityBytes == null || capacityBytes <= 0
        ? null
        : (Double) Math.min(1.0, (double) bytes / capacityBytes);
  }

  /** Sums by device and space, in their order. A capacity is the same for all processes. */
  static List<DeviceUse> sums(Collection<ProcessView> processes) {
    Map<Key, DeviceUse> sums = new TreeMap<>();
    for (ProcessView process : processes) {
      for (DeviceUse use : process.devices()) {
        sums.merge(new Key(use.device, use.space), use, DeviceUse::plus);
      }
    }
    return new ArrayList<>(sums.values());
  }

  private DeviceUse plus(DeviceUse other) {
    Long capacity = capacityBytes;
    if (capacity == null || (other.capacityBytes != null && other.capacityBytes > capacity)) {
      capacity = other.capacityBytes;
    }
    return new DeviceUse(
        device,
        space,
        SaturatedSum.of(bytes, other.bytes),
        SaturatedSum.of(peakBytes, other.peakBytes),
        SaturatedSum.of(opened, other.opened),
        SaturatedSum.of(closed, other.closed),
        capacity,
        SaturatedSum.of(sharedBytes, other.sharedBytes),
        SaturatedSum.of(infrastructureBytes, other.infrastructureBytes),
        SaturatedSum.of(cachedBytes, other.cachedBytes));
  }
}
