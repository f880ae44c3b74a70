package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes a table of devices and spaces; devices with equal cells share a line. */
final class DeviceTable {
  private static final String NONE_OPEN = "0 open";

  private DeviceTable() {}

  static void write(List<DeviceRow> rows, Lines lines) {
    List<String> spaces = spaces(rows);
    if (spaces.isEmpty()) {
      return;
    }
    Map<List<String>, List<Integer>> devicesByCells = new LinkedHashMap<>();
    for (Map.Entry<Integer, List<String>> device : cells(rows, spaces).entrySet()) {
      devicesByCells
          .computeIfAbsent(device.getValue(), k -> new ArrayList<>())
          .add(device.getKey());
    }
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("device"));
    head.addAll(spaces);
    table.add(head);
    devicesByCells.forEach(
        (cells, devices) -> {
          List<String> line = new ArrayList<>();
          line.add(Numbers.ranges(devices) + (devices.size() > 1 ? ", each" : ""));
          line.addAll(cells);
          table.add(line);
        });
    lines.blank();
    print(table, lines);
    free(rows)
        .forEach(
            (free, devices) ->
                lines.line(
                    "free in "
                        + free
                        + ", on "
                        + (devices.size() == 1 ? "device " : "devices ")
                        + Numbers.ranges(devices)));
  }

  /**
   * Returns texts about free memory, each with the devices whose allocators it describes. Skips
   * allocators without allocated memory.
   */
  private static Map<String, List<Integer>> free(List<DeviceRow> rows) {
    Map<String, List<Integer>> free = new TreeMap<>();
    for (DeviceRow row : rows) {
      DeviceRow.Allocator allocator = row.allocator();
      if (allocator != null && allocator.allocatedBytes() > 0 && allocator.freeBytes() >= 0) {
        String largest =
            allocator.largestFreeBytes() < 0
                ? ""
                : ", largest block " + Numbers.bytes(allocator.largestFreeBytes());
        String text = row.space() + ": " + Numbers.bytes(allocator.freeBytes()) + largest;
        free.computeIfAbsent(text, key -> new ArrayList<>()).add(row.device());
      }
    }
    return free;
  }

  private static List<String> spaces(List<DeviceRow> rows) {
    TreeSet<String> spaces = new TreeSet<>();
    for (DeviceRow row : rows) {
      spaces.add(row.space());
    }
    return new ArrayList<>(spaces);
  }

  private static Map<Integer, List<String>> cells(List<DeviceRow> rows, List<String> spaces) {
    List<String> nothing = new ArrayList<>();
    for (String space : spaces) {
      boolean sized = rows.stream().anyMatch(row -> row.isSized() && row.space().equals(space));
      nothing.add(sized ? Numbers.bytes(0) : NONE_OPEN);
    }
    Map<Integer, List<String>> cells = new TreeMap<>();
    for (DeviceRow row : rows) {
      List<String> ofDevice = cells.computeIfAbsent(row.device(), k -> new ArrayList<>(nothing));
      int column = spaces.indexOf(row.space());
      boolean counted = nothing.get(column).equals(NONE_OPEN);
      ofDevice.set(column, counted ? count(row) : cell(row));
    }
    return cells;
  }

  /**
   * Returns the number of open resources, which is shown for a space in which nothing has bytes.
   */
  private static String count(DeviceRow row) {
    return Numbers.grouped(row.opened() - row.closed()) + " open";
  }

  private static String cell(DeviceRow row) {
    StringBuilder text = new StringBuilder(Numbers.bytes(row.use().bytes()));
    if (row.use().regions() != row.use().handles()) {
      String type = row.types().size() == 1 ? row.types().get(0) : "handle";
      text.append(" in ").append(Numbers.counted(row.use().regions(), "region"));
      text.append(" (").append(TypeNames.counted(row.use().handles(), type)).append(", ");
      text.append(Numbers.bytes(row.use().handleBytes())).append(" by handle)");
    }
    if (row.distinctBytes() != row.use().bytes()) {
      text.append(", distinct addresses ").append(Numbers.bytes(row.distinctBytes()));
    }
    DeviceRow.Allocator allocator = row.allocator();
    if (allocator != null && allocator.allocatedBytes() != row.use().bytes()) {
      text.append(", allocator ").append(Numbers.bytes(allocator.allocatedBytes()));
    }
    return text.toString();
  }

  private static void print(List<List<String>> table, Lines lines) {
    int columns = table.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : table) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length() + 3);
      }
    }
    for (List<String> line : table) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        text.append(i == columns - 1 ? line.get(i) : Lines.padded(line.get(i), widths[i]));
      }
      lines.line(text.toString());
    }
  }
}
