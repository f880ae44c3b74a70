package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.*;

import java.util.Comparator;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Running totals for one space of one device. Only handles that own their memory are counted.
 *
 * @param liveBytes total bytes of open handles
 * @param peakBytes the largest value that {@code liveBytes} ever had
 * @param openedBytes total bytes of all handles so far
 * @param closedBytes the part of {@code openedBytes} that is no longer in use
 */
public record DeviceEntry(
    int device,
    String space,
    long liveBytes,
    long peakBytes,
    long opened,
    long closed,
    long openedBytes,
    long closedBytes) {

  /** By device, then by space. */
  public static final Comparator<DeviceEntry> ORDER =
      Comparator.comparingInt(DeviceEntry::device).thenComparing(DeviceEntry::space);

  static @Nullable DeviceEntry read(Payload record, RecordContext context) {
    return read(record, context::text);
  }

  /** The totals of a device and space; null if nothing has been counted there yet. */
  public static @Nullable DeviceEntry read(Payload record, IntFunction<String> texts) {
    if (record.getCount(DEVICE_OPENED) == 0 && record.getCount(DEVICE_PEAK_BYTES) == 0) {
      return null;
    }
    // This is negative for a moment if a close is counted before its opening; it then reads as 0.
    long liveBytes = record.getCount(DEVICE_LIVE_BYTES);
    long openedBytes = record.getCount(DEVICE_OPENED_BYTES);
    return new DeviceEntry(
        record.getInt(DEVICE_ID),
        texts.apply(record.getInt(DEVICE_SPACE)),
        liveBytes,
        record.getCount(DEVICE_PEAK_BYTES),
        record.getCount(DEVICE_OPENED),
        record.getCount(DEVICE_CLOSED),
        openedBytes,
        Math.max(0, openedBytes - liveBytes));
  }

  /** A copy of this entry whose counters are at least those of an earlier reading. */
  public DeviceEntry notLessThan(DeviceEntry earlier) {
    return new DeviceEntry(
        device,
        space,
        liveBytes,
        peakBytes,
        Math.max(opened, earlier.opened),
        Math.max(closed, earlier.closed),
        Math.max(openedBytes, earlier.openedBytes),
        Math.max(closedBytes, earlier.closedBytes));
  }
}
