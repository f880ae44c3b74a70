package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a finding that are on one device.
 *
 * @param device null if the resources are on no device; negative if it stands for several devices
 * @param count the number of open resources
 * @param bytes the bytes summed over all handles; views have none
 * @param regionBytes the bytes summed over all regions; a region with several handles counts once
 * @param sharedBytes the bytes of handles whose rule says that other handles may have the same
 *     address at the same time
 */
public record DeviceShare(
    @Nullable Integer device, long count, long bytes, long regionBytes, long sharedBytes) {
  /**
   * The device and the space in words: {@code device 0 DRAM}, {@code several devices} or {@code no
   * device}.
   */
  public String deviceAndSpace(@Nullable String space) {
    Integer on = device;
    String where = on == null ? "no device" : on < 0 ? "several devices" : "device " + on;
    return space == null ? where : where + " " + space;
  }

  private static final class Sum {
    private final int device;
    private long count;
    private long bytes;
    private long regionBytes;
    private long sharedBytes;

    Sum(int device) {
      this.device = device;
    }
  }

  /** Sums the resources of a finding by device. */
  static final class Sums {
    private final TreeMap<Integer, Sum> sums = new TreeMap<>();
    private Sum latest = new Sum(0);

    void add(SlotEntry slot, long bytes, long regionBytes) {
      int device = DeviceSpace.of(slot).device();
      // Adjacent slots mostly have resources on the same device.
      Sum sum = latest;
      if (sum.device != device || sum.count == 0) {
        sum = sums.computeIfAbsent(device, Sum::new);
        latest = sum;
      }
      sum.count++;
      sum.bytes = SaturatedSum.of(sum.bytes, bytes);
      sum.regionBytes = SaturatedSum.of(sum.regionBytes, regionBytes);
      sum.sharedBytes = SaturatedSum.of(sum.sharedBytes, slot.place().shared() ? bytes : 0);
    }

    /**
     * Adds resources without slots. They are counted on the device of the resources with slots, or
     * on no device if those are on several devices. Their bytes count as shared if all bytes of the
     * resources with slots are shared.
     */
    void addWithoutSlots(long count, long bytes) {
      boolean shared =
          !sums.isEmpty()
              && sums.values().stream().allMatch(sum -> sum.sharedBytes == sum.bytes)
              && sums.values().stream().anyMatch(sum -> sum.bytes > 0);
      int device = sums.size() == 1 ? sums.firstKey() : DeviceSpace.NO_DEVICE;
      Sum sum = sums.computeIfAbsent(device, Sum::new);
      sum.count = SaturatedSum.of(sum.count, count);
      sum.bytes = SaturatedSum.of(sum.bytes, bytes);
      sum.regionBytes = SaturatedSum.of(sum.regionBytes, bytes);
      sum.sharedBytes = SaturatedSum.of(sum.sharedBytes, shared ? bytes : 0);
    }

    /** The shares in ascending order of the device; resources on no device come first. */
    List<DeviceShare> toList() {
      List<DeviceShare> shares = new ArrayList<>();
      for (Sum sum : sums.values()) {
        Integer device = sum.device == DeviceSpace.NO_DEVICE ? null : Integer.valueOf(sum.device);
        shares.add(new DeviceShare(device, sum.count, sum.bytes, sum.regionBytes, sum.sharedBytes));
      }
      return shares;
    }
  }
}
