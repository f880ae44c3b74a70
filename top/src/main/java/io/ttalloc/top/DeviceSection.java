package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.ProcessDevice;
import java.util.ArrayList;
import java.util.Collection;
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

  /** The values that a line shows for a device. The peak is 0 unless the capacity is unknown. */
  private record Alike(long pid, DeviceUse use) {
    static Alike of(ProcessDevice device) {
      DeviceUse use = device.use();
      return new Alike(
          device.pid(),
          new DeviceUse(
              0,
              use.space(),
              0,
              use.capacityBytes() == null ? use.peakBytes() : 0,
              0,
              0,
              use.capacityBytes(),
              use.reported()));
    }
  }

  private DeviceSection() {}

  /** The header line and the rows; empty if there are no rows. */
  static List<AttributedString> lines(List<ProcessDevice> devices, Look look, int columns) {
    Map<Alike, List<Integer>> alike = new LinkedHashMap<>();
    for (ProcessDevice each : devices) {
      alike.computeIfAbsent(Alike.of(each), key -> new ArrayList<>()).add(each.use().device());
    }
    if (alike.isEmpty()) {
      return List.of();
    }
    boolean one = devices.stream().map(ProcessDevice::pid).distinct().count() == 1;
    ColumnTable<Alike> table = new ColumnTable<>(List.copyOf(alike.keySet()), columns);
    table.left("DEVICE", 0, row -> Cell.of(each(alike.getOrDefault(row, List.of()))));
    if (!one) {
      table.right("PID", 2, row -> Cell.of(Long.toString(row.pid)));
    }
    table.left("SPACE", 1, row -> Cell.of(row.use.space()));
    table.flexible("", 7, MIN_BAR, row -> bar(row.use, look));
    table.right("USED", 3, row -> Cell.of(percent(row.use.share()), style(row.use.fill(), look)));
    table.right("BYTES", 2, row -> Cell.of(ShownText.bytes(row.use.usedBytes())));
    table.right("OF", 4, row -> of(row.use, look));
    table.right("SHARED", 5, row -> part(row.use.parts().shared()));
    table.right("INFRA", 8, row -> part(row.use.parts().infrastructure()));
    table.right("CACHED", 6, row -> part(row.use.parts().cached()));
    return table.lines(0, alike.size(), -1, look.heading());
  }

  /** Formats the numbers of devices with equal values. */
  static String each(Collection<Integer> devices) {
    return Numbers.ranges(devices) + (devices.size() > 1 ? " each" : "");
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

  private static String percent(@Nullable Double share) {
    if (share == null) {
      return "-";
    }
    long percent = Math.round(share * 100);
    return percent == 0 && share > 0 ? "<1%" : percent + "%";
  }

  /**
   * Returns the cell for the capacity; if it is unknown, the highest use so far, labelled as the
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

  private static Cell bar(DeviceUse use, Look look) {
    DeviceUse.Parts parts = use.parts();
    Long capacity = use.capacityBytes();
    long[] shown = {parts.other(), parts.shared(), parts.cached(), parts.infrastructure()};
    long whole = capacity == null ? use.peakBytes() : capacity;
    return new Cell(BAR, width -> look.glyphs().bar(shown, whole, width), style(use.fill(), look));
  }
}
