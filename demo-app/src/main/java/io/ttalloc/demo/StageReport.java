package io.ttalloc.demo;

import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.session.DeviceStatistics;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Prints the allocators' own statistics at each stage, summed over all sessions. */
final class StageReport {
  private static final double NANOS_PER_MILLI = 1e6;

  private final @Nullable PrintStream out;

  StageReport(PrintStream out) {
    this.out = out;
  }

  private StageReport() {
    this.out = null;
  }

  /** A report that prints nothing. */
  static StageReport silent() {
    return new StageReport();
  }

  /** Prints one line of text. */
  void line(String format, @Nullable Object... arguments) {
    if (out != null) {
      out.println(String.format(Locale.ROOT, format, arguments));
    }
  }

  /** Prints one line of statistics. */
  void stage(String name) {
    line(
        "%-22s DRAM per device: %s; L1 on device 0: %,d B; system per device: %s",
        name,
        perDevice(BufferType.DRAM, DeviceStatistics::allocatedBytes),
        of(0, BufferType.L1).allocatedBytes(),
        perDevice(BufferType.KERNEL_CONFIG, DeviceStatistics::allocatedBytes));
  }

  /** Prints the time of the first call of an operation and the mean time of the later calls. */
  void times(String operation, long missNanos, long hitNanos) {
    line(
        "%-22s cache miss %.1f ms, cache hit %.1f ms (until it is enqueued)",
        operation, missNanos / NANOS_PER_MILLI, hitNanos / NANOS_PER_MILLI);
  }

  /** The common value of all devices or, if their values differ, the value of each device. */
  static String perDevice(BufferType space, ToLongFunction<DeviceStatistics> figure) {
    TreeMap<Integer, Long> byDevice = new TreeMap<>();
    for (List<Integer> row : DeviceProfile.WORMHOLE_T3000.meshRows()) {
      for (int device : row) {
        byDevice.put(device, figure.applyAsLong(of(device, space)));
      }
    }
    if (byDevice.values().stream().distinct().count() == 1) {
      return String.format(
          Locale.ROOT,
          "%,d B each (%d-%d)",
          byDevice.firstEntry().getValue(),
          byDevice.firstKey(),
          byDevice.lastKey());
    }
    StringBuilder all = new StringBuilder();
    byDevice.forEach(
        (device, bytes) ->
            all.append(all.isEmpty() ? "" : ", ")
                .append(String.format(Locale.ROOT, "%d: %,d B", device, bytes)));
    return all.toString();
  }

  /** The statistics of one device and space, summed over all sessions. */
  static DeviceStatistics of(int device, BufferType space) {
    DeviceStatistics sum = DevicePool.statistics(device).get(space);
    if (sum == null) {
      throw new IllegalStateException("The pool has no statistics for " + space);
    }
    return sum;
  }
}
