package io.ttalloc.natives;

import io.ttalloc.natives.regions.AllocatedBytes;
import io.ttalloc.natives.regions.MemoryRegion;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.natives.regions.RegionReading;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeMemory;
import io.ttalloc.watch.natives.NativeProcess;
import io.ttalloc.watch.natives.NativeSource;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads native processes from memory regions. Anyone with write access to the regions' folder can
 * create any number of regions, so the numbers of processes and chips are limited. Not thread-safe.
 */
public final class RegionProcesses {
  /** The maximum number of processes; the same limit applies to the allocation socket. */
  private static final int MAX_PROCESSES = 1_024;

  private static final int MAX_CHIPS = 1_024;

  /**
   * The first version of the layout that counts only the circular buffers that are resident in L1,
   * which are those of the program that was dispatched last. Earlier versions, like the allocation
   * socket, count the circular buffers of all existing programs. The two counts must not be added
   * or compared.
   */
  private static final int FIRST_RESIDENT = 4;

  /**
   * Identifies a process across regions. Whether a process is running is determined for each region
   * separately, from the time of the process's last update to that region.
   */
  private record Key(int pid, String program, boolean running) {}

  private final Map<Key, List<NativeMemory>> processes = new LinkedHashMap<>();
  private final List<ChipMemory> memory = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long chips;
  private long published;
  private long processesLeftOut;
  private long chipsLeftOut;

  private RegionProcesses() {}

  /** Reads the regions in a folder; the state is empty if the folder does not exist. */
  public static NativeState read(RegionReader reader) {
    try {
      return of(reader.readAll());
    } catch (NoSuchFileException e) {
      return NativeState.NONE;
    } catch (IOException e) {
      return NativeState.problem(
          List.of(
              VisibleText.of("the memory regions cannot be listed: " + e) + "; none are shown"));
    }
  }

  /** The state described by the given regions. */
  static NativeState of(List<RegionReading> readings) {
    RegionProcesses found = new RegionProcesses();
    for (RegionReading reading : readings) {
      if (reading instanceof RegionReading.Parsed parsed) {
        found.add(parsed.region());
      } else if (reading instanceof RegionReading.UnknownVersion unknown) {
        found.problems.add(VisibleText.of(unknown.message()));
      } else if (reading instanceof RegionReading.Unreadable unreadable) {
        found.problems.add(unreadable.message() + "; it is not shown");
      }
    }
    return found.state();
  }

  private NativeState state() {
    leftOut(processesLeftOut, "process", MAX_PROCESSES);
    leftOut(chipsLeftOut, "chip", MAX_CHIPS);
    List<NativeProcess> all = new ArrayList<>();
    processes.forEach(
        (key, parts) ->
            all.add(
                new NativeProcess(
                    NativeSource.REGION, key.pid, key.program, !key.running, null, null, parts)));
    all.sort(NativeProcess.IN_ORDER);
    return new NativeState(all, memory, published, 0, 0, problems);
  }

  private void leftOut(long count, String what, int max) {
    if (count > 0) {
      problems.add(
          "the memory regions list %s beyond the limit of %s; these are not shown"
              .formatted(Numbers.counted(count, what), Numbers.grouped(max)));
    }
  }

  private void add(MemoryRegion region) {
    if (region.isPublished()) {
      published++;
      return;
    }
    String id = region.uniqueId();
    if (!region.stable()) {
      problems.add(
          "the memory region of chip " + id + " keeps changing; its numbers may be inconsistent");
    }
    if (region.chips().isEmpty()) {
      add(region, new MemoryRegion.Chip(region.device(), false, region.totals()));
    }
    region.chips().forEach(chip -> add(region, chip));
    for (MemoryRegion.User user : region.processes()) {
      Key key = new Key(user.pid(), user.name(), user.running());
      if (!processes.containsKey(key) && processes.size() == MAX_PROCESSES) {
        processesLeftOut++;
        continue;
      }
      List<NativeMemory> parts = processes.computeIfAbsent(key, k -> new ArrayList<>());
      spaces(user.allocated(), region.version())
          .forEach(
              (space, bytes) ->
                  parts.add(new NativeMemory(id, region.device(), space, null, bytes)));
    }
  }

  private void add(MemoryRegion region, MemoryRegion.Chip chip) {
    if (chips == MAX_CHIPS) {
      chipsLeftOut++;
      return;
    }
    chips++;
    spaces(chip.allocated(), region.version())
        .forEach(
            (space, bytes) ->
                memory.add(
                    new ChipMemory(
                        NativeSource.REGION,
                        region.uniqueId(),
                        chip.number(),
                        chip.remote(),
                        space,
                        bytes,
                        null)));
  }

  private static Map<String, Long> spaces(AllocatedBytes allocated, int version) {
    Map<String, Long> spaces = new LinkedHashMap<>();
    spaces.put("DRAM", notNegative(allocated.dram()));
    spaces.put("L1", notNegative(allocated.l1()));
    spaces.put("L1_SMALL", notNegative(allocated.l1Small()));
    spaces.put("TRACE", notNegative(allocated.trace()));
    spaces.put(version < FIRST_RESIDENT ? "CB" : "CB_RESIDENT", notNegative(allocated.circular()));
    if (version == 1) {
      spaces.put("KERNEL", notNegative(allocated.kernel()));
    }
    return spaces;
  }

  /**
   * Converts an unsigned counter, which may have any value, to a long; a value out of range becomes
   * {@code Long.MAX_VALUE}.
   */
  private static long notNegative(long counter) {
    return counter < 0 ? Long.MAX_VALUE : counter;
  }
}
