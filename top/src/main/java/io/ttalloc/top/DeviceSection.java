package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.top.ColumnTable.Column;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.ProcessDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** The memory use of the devices; devices with equal values share a line. */
final class DeviceSection {
  private static final int BAR = 30;
  private static final int MIN_BAR = 6;

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("DEVICE", 0),
          Column.right("PID", 2),
          Column.left("SPACE", 1),
          Column.flexible("", 7, MIN_BAR),
          Column.right("USED", 3),
          Column.right("BYTES", 2),
          Column.right("OF", 4),
          Column.right("SHARED", 5),
          Column.right("INFRA", 8),
          Column.right("CACHED", 6));

  private static final List<Column> OF_ONE_PROCESS =
      COLUMNS.stream().filter(column -> !column.equals(COLUMNS.get(1))).toList();

  /** The properties in which devices on one line are equal. */
  private record Alike(long pid, DeviceUse use) {
    static Alike of(ProcessDevice device) {
      DeviceUse use = device.use();
      return new Alike(
          device.pid(),
          new DeviceUse(
              0,
              use.space(),
              use.bytes(),
              use.peakBytes(),
              0,
              0,
              use.capacityBytes(),
              use.reported()));
    }
  }

  private DeviceSection() {}

  /** The head and the rows; empty if there are none. */
  static List<AttributedString> lines(List<ProcessDevice> devices, Look look, int columns) {
    Map<Alike, List<Integer>> alike = new LinkedHashMap<>();
    for (ProcessDevice each : devices) {
      alike.computeIfAbsent(Alike.of(each), key -> new ArrayList<>()).add(each.use().device());
    }
    if (alike.isEmpty()) {
      return List.of();
    }
    boolean one = devices.stream().map(ProcessDevice::pid).distinct().count() == 1;
    ColumnTable table = new ColumnTable(one ? OF_ONE_PROCESS : COLUMNS, columns);
    alike.forEach(
        (key, numbers) -> {
          List<Cell> cells = row(numbers, key.use, look);
          if (!one) {
            cells.add(1, Cell.of(Long.toString(key.pid)));
          }
          table.add(cells);
        });
    return table.lines(0, alike.size(), -1, look.heading());
  }

  private static List<Cell> row(List<Integer> devices, DeviceUse use, Look look) {
    Double share = use.share();
    AttributedStyle style = style(use.fill(), look);
    DeviceUse.Parts parts = use.parts();
    String numbers = Numbers.ranges(devices) + (devices.size() > 1 ? " each" : "");
    return new ArrayList<>(
        List.of(
            Cell.of(numbers),
            Cell.of(use.space()),
            new Cell(BAR, width -> bar(use, look.glyphs(), width), style),
            Cell.of(share == null ? "-" : percent(share), style),
            Cell.of(ShownText.bytes(use.usedBytes())),
            of(use, look),
            part(parts.shared()),
            part(parts.infrastructure()),
            part(parts.cached())));
  }

  static AttributedStyle style(DeviceUse.@Nullable Fill fill, Look look) {
    if (fill == null) {
      return Look.PLAIN;
    }
    return switch (fill) {
      case FULL -> look.bad();
      case HIGH -> look.warning();
      case LOW -> look.good();
    };
  }

  private static String percent(double share) {
    long percent = Math.round(share * 100);
    return percent == 0 && share > 0 ? "<1%" : percent + "%";
  }

  /**
   * Returns the cell for the capacity; if that is unknown, the highest sum so far, labelled as the
   * peak.
   */
  private static Cell of(DeviceUse use, Look look) {
    Long capacity = use.capacityBytes();
    return capacity == null
        ? Cell.of("peak " + ShownText.bytes(use.peakBytes()), look.quiet())
        : Cell.of(ShownText.bytes(capacity));
  }

  private static Cell part(long bytes) {
    return Cell.of(bytes == 0 ? "-" : ShownText.bytes(bytes));
  }

  private static String bar(DeviceUse use, Glyphs glyphs, int width) {
    DeviceUse.Parts parts = use.parts();
    Long capacity = use.capacityBytes();
    return glyphs.bar(
        new long[] {parts.other(), parts.shared(), parts.cached(), parts.infrastructure()},
        capacity == null ? use.peakBytes() : capacity,
        width);
  }
}
