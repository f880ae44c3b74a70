package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.memory.Place;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Sums a finding per device. */
final class Shares {
  private static final class Sum {
    private final int device;
    private long count;
    private long bytes;
    private long regionBytes;

    Sum(int device) {
      this.device = device;
    }
  }

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
  List<Share> toList() {
    List<Share> shares = new ArrayList<>();
    for (Sum sum : sums.values()) {
      Integer device = sum.device == Place.NO_DEVICE ? null : Integer.valueOf(sum.device);
      shares.add(new Share(device, sum.count, sum.bytes, sum.regionBytes));
    }
    return shares;
  }
}
