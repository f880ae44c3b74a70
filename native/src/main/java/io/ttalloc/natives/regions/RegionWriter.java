package io.ttalloc.natives.regions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes what is allocated into a region while others read it.
 *
 * <p>The format has no lock. Each field is written at once, so a reader never sees half of one
 * number and half of another; a place gets its process id last and loses it first; and the time of
 * the last update is written last. A reader that copies the region while it is updated may find a
 * mix of old and new numbers, until it reads again.
 */
final class RegionWriter {
  private static final RegionLayout LAYOUT = RegionLayout.V2_TO_V4;

  private final RegionMemory memory;

  /** The process id written to each place; 0 where there is none. */
  private final int[] pids = new int[RegionLayout.PROCESSES];

  RegionWriter(RegionMemory memory) {
    this.memory = memory;
  }

  /** A process that has a place but was not written by this object; 0 if there is none. */
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
   * Writes what is allocated now. Of more processes than there are places, those that have
   * allocated the most get one; the totals are those of all.
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
      // Written even if the process already has its place: another process may have assumed it dead
      // and taken the place.
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
