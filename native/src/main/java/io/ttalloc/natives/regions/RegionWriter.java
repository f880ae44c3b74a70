package io.ttalloc.natives.regions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the current allocations into a region while other processes read it.
 *
 * <p>The format has no lock. Each number is written atomically, so a reader never sees half of an
 * old number and half of a new one. When an entry is filled, its process id is written last; when
 * an entry is freed, its process id is cleared first. The time of the last update is written after
 * everything else. A reader that copies the region during an update may see a mix of old and new
 * numbers, until it reads the region again.
 */
final class RegionWriter {
  private static final RegionLayout LAYOUT = RegionLayout.V2_TO_V4;

  private final RegionMemory memory;

  /** The process id written to each entry; 0 for a free entry. */
  private final int[] pids = new int[RegionLayout.PROCESSES];

  RegionWriter(RegionMemory memory) {
    this.memory = memory;
  }

  /**
   * The id of a process whose entry was not written by this object; 0 if there is no such process.
   */
  int stranger() {
    for (int i = 0; i < pids.length; i++) {
      int pid = memory.getInt(LAYOUT.process(i) + RegionLayout.PROCESS_ID);
      if (pid != pids[i] && pid != 0) {
        return pid;
      }
    }
    return 0;
  }

  /**
   * Writes the current allocations. If there are more processes than entries, those that have
   * allocated the most get an entry; the totals include all of them.
   */
  void update(ChipUsage chip, long nowNanos) {
    List<ChipUsage.Share> shares = new ArrayList<>(chip.processes());
    shares.removeIf(share -> share.pid() <= 0);
    shares.sort(
        Comparator.comparingLong((ChipUsage.Share share) -> share.allocated().total())
            .reversed()
            .thenComparingInt(ChipUsage.Share::pid));
    List<ChipUsage.Share> placed =
        shares.subList(0, Math.min(shares.size(), RegionLayout.PROCESSES));
    place(placed, nowNanos);
    AllocatedBytes total = AllocatedBytes.NONE;
    for (ChipUsage.Share share : shares) {
      total = total.plus(share.allocated());
    }
    putCounters(LAYOUT.chip(0) + RegionLayout.CHIP_COUNTERS, total);
    putCounters(RegionLayout.TOTALS, total);
    memory.putInt(RegionLayout.ACTIVE_PROCESSES, placed.size());
    memory.putInt(RegionLayout.REFERENCES, placed.size());
    memory.putLong(RegionLayout.LAST_UPDATE, nowNanos);
  }

  private void place(List<ChipUsage.Share> shares, long nowNanos) {
    for (int i = 0; i < pids.length; i++) {
      int pid = pids[i];
      if (pid != 0 && shares.stream().noneMatch(share -> share.pid() == pid)) {
        pids[i] = 0;
        memory.putInt(LAYOUT.process(i) + RegionLayout.PROCESS_ID, 0);
      }
    }
    for (ChipUsage.Share share : shares) {
      int place = placeOf(share.pid());
      boolean isNew = place < 0;
      place = isNew ? placeOf(0) : place;
      int at = LAYOUT.process(place);
      putCounters(at + RegionLayout.PROCESS_COUNTERS, share.allocated());
      memory.putLong(at + LAYOUT.processUpdate(), nowNanos);
      if (isNew) {
        memory.putBytes(at + LAYOUT.processName(), RegionNames.encode(share.name()));
        pids[place] = share.pid();
      }
      // Written even if the process already has an entry: other programs may have concluded that
      // the process is dead, and have freed its entry.
      memory.putInt(at + RegionLayout.PROCESS_ID, share.pid());
    }
  }

  private int placeOf(int pid) {
    for (int i = 0; i < pids.length; i++) {
      if (pids[i] == pid) {
        return i;
      }
    }
    return -1;
  }

  private void putCounters(int at, AllocatedBytes allocated) {
    long[] counters = allocated.counters();
    for (int i = 0; i < LAYOUT.counters; i++) {
      memory.putLong(at + 8 * i, counters[i]);
    }
  }
}
