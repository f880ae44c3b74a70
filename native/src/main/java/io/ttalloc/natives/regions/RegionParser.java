package io.ttalloc.natives.regions;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.text.VisibleText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses the bytes of a region. Immutable. */
final class RegionParser {
  private static final int VERSION_BYTES = 4;

  private final ProcessTable processes;

  RegionParser(ProcessTable processes) {
    this.processes = processes;
  }

  RegionReading parse(Path file, String uniqueId, ByteBuffer bytes, boolean stable) {
    if (bytes.limit() < VERSION_BYTES) {
      return unreadable(file, "has %d bytes, too few for a memory region".formatted(bytes.limit()));
    }
    long version = u32(bytes, RegionLayout.VERSION);
    if (version == 0) {
      return unreadable(file, "has not been written yet (its version is 0)");
    }
    RegionLayout layout = RegionLayout.of(version);
    if (layout == null) {
      return new RegionReading.UnknownVersion(file, version);
    }
    if (bytes.limit() < layout.size) {
      return unreadable(
          file,
          String.format(
              Locale.ROOT,
              "is truncated: it has %,d bytes, expected %,d for version %d",
              bytes.limit(),
              layout.size,
              version));
    }
    if (version == RegionLayout.MARKED_VERSION
        && bytes.getInt(RegionLayout.READY) != RegionLayout.READY_MARK) {
      return unreadable(
          file, "is not ready yet (its ready flag, required in version 4, is not set)");
    }
    return new RegionReading.Parsed(file, region(uniqueId, (int) version, layout, bytes, stable));
  }

  static RegionReading unreadable(Path file, String what) {
    return new RegionReading.Unreadable(
        file, VisibleText.of(file.toString()) + " " + VisibleText.of(what));
  }

  private MemoryRegion region(
      String uniqueId, int version, RegionLayout layout, ByteBuffer bytes, boolean stable) {
    List<MemoryRegion.Chip> chips = new ArrayList<>();
    for (int i = 0; i < RegionLayout.CHIPS; i++) {
      int at = layout.chip(i);
      long number = u32(bytes, at + RegionLayout.CHIP_NUMBER);
      if (number != layout.unusedChip) {
        boolean remote = bytes.getInt(at + RegionLayout.CHIP_REMOTE) != 0;
        chips.add(
            new MemoryRegion.Chip(
                number, remote, counters(bytes, at + RegionLayout.CHIP_COUNTERS, layout)));
      }
    }
    List<MemoryRegion.User> users = new ArrayList<>();
    for (int i = 0; i < RegionLayout.PROCESSES; i++) {
      int at = layout.process(i);
      // 0 marks a free entry, and -1 an entry that is being released.
      if (bytes.getInt(at + RegionLayout.PROCESS_ID) > 0) {
        users.add(user(bytes, at, layout));
      }
    }
    return new MemoryRegion(
        version,
        uniqueId,
        u32(bytes, RegionLayout.DEVICE),
        bytes.getLong(RegionLayout.BOARD),
        bytes.getLong(RegionLayout.ASIC),
        bytes.getLong(RegionLayout.LAST_UPDATE),
        stable,
        counters(bytes, RegionLayout.TOTALS, layout),
        chips,
        users);
  }

  private MemoryRegion.User user(ByteBuffer bytes, int at, RegionLayout layout) {
    int pid = bytes.getInt(at + RegionLayout.PROCESS_ID);
    long updatedAt = bytes.getLong(at + layout.processUpdate());
    // A process that started after the last update is a different process with the same id.
    boolean running =
        processes
            .find(pid)
            .map(found -> updatedAt <= 0 || !found.startedAfter(updatedAt))
            .orElse(false);
    return new MemoryRegion.User(
        pid,
        name(bytes, at + layout.processName()),
        running,
        updatedAt,
        counters(bytes, at + RegionLayout.PROCESS_COUNTERS, layout));
  }

  private static AllocatedBytes counters(ByteBuffer bytes, int at, RegionLayout layout) {
    return new AllocatedBytes(
        bytes.getLong(at),
        bytes.getLong(at + 8),
        bytes.getLong(at + 16),
        bytes.getLong(at + 24),
        bytes.getLong(at + 32),
        layout == RegionLayout.V1 ? bytes.getLong(at + 40) : 0);
  }

  /** Reads a name up to the first zero byte, if there is one. */
  private static String name(ByteBuffer bytes, int at) {
    byte[] name = new byte[RegionLayout.NAME_BYTES];
    bytes.get(at, name);
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    return VisibleText.of(new String(name, 0, length, StandardCharsets.UTF_8));
  }

  private static long u32(ByteBuffer bytes, int at) {
    return Integer.toUnsignedLong(bytes.getInt(at));
  }
}
