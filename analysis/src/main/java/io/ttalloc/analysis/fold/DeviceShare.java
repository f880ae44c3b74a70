package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.memory.Place;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What of a finding lies on one device.
 *
 * @param device null for what lies on none, -1 for what stands for a whole mesh
 * @param count open ones
 * @param bytes by handle; aliases have none
 * @param regionBytes each region of the finding once
 */
public record DeviceShare(@Nullable Integer device, long count, long bytes, long regionBytes) {
  /** {@code device 0 DRAM}; {@code no device} for what lies on none. */
  public String place(@Nullable String space) {
    Integer on = device;
    String where = on == null ? "no device" : on < 0 ? "whole mesh" : "device " + on;
    return space == null ? where : where + " " + space;
  }

  private static final class Sum {
    private final int device;
    private long count;
    private long bytes;
    private long regionBytes;

    Sum(int device) {
      this.device = device;
    }
  }

  /** Sums a finding per device. */
  static final class Sums {
    private final TreeMap<Integer, Sum> sums = new TreeMap<>();
    private Sum latest = new Sum(0);

    void add(SlotEntry slot, long bytes, long regionBytes) {
      int device = Place.of(slot).device();
      // Neighbouring resources mostly lie on one device.
      Sum sum = latest;
      if (sum.device != device || sum.count == 0) {
        sum = sums.computeIfAbsent(device, Sum::new);
        latest = sum;
      }
      sum.count++;
      sum.bytes += bytes;
      sum.regionBytes += regionBytes;
    }

    /** Ascending; what lies on no device comes first. */
    List<DeviceShare> toList() {
      List<DeviceShare> shares = new ArrayList<>();
      for (Sum sum : sums.values()) {
        Integer device = sum.device == Place.NO_DEVICE ? null : Integer.valueOf(sum.device);
        shares.add(new DeviceShare(device, sum.count, sum.bytes, sum.regionBytes));
      }
      return shares;
    }
  }
}
