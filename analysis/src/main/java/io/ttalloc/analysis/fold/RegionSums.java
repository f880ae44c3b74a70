package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.HashMap;
import java.util.Map;

/** Counts the regions of a finding and their bytes, each region once. */
final class RegionSums {
  private final Map<Integer, Long> shared = new HashMap<>();
  private long count;
  private long bytes;

  /**
   * Adds the region of a resource, if it has one; returns the number of bytes by which the sum
   * grows.
   */
  long add(OpenResource resource, long ownBytes) {
    SlotEntry slot = resource.slot();
    SlotEntry.Place place = slot.place();
    boolean nowhere = place.hasAddress() && place.extentBytes() <= 0;
    if (place.alias() || !resource.hasRegions() || nowhere) {
      return 0;
    }
    Regions there = resource.regions();
    long more = ownBytes;
    int region = place.shared() || there.hasContested() ? resource.region() : -1;
    if (region >= 0 && (place.shared() || there.contested(region))) {
      Long before = shared.get(there.ordinal(region));
      long known = before == null ? 0 : before;
      more = Math.max(0, ownBytes - known);
      shared.put(there.ordinal(region), known + more);
      count += before == null ? 1 : 0;
    } else {
      count++;
    }
    bytes = SaturatedSum.of(bytes, more);
    return more;
  }

  /** Adds regions if only their number and their total size are known. */
  void addUnknown(long more, long moreBytes) {
    count = SaturatedSum.of(count, more);
    bytes = SaturatedSum.of(bytes, moreBytes);
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }
}
