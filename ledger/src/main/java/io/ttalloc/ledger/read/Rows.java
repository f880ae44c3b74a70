package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import io.ttalloc.ledger.MisuseKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the records that are a row of a table each. A row that counts nothing is left out: its
 * writer had not come to that yet, or a thread that was faster wrote the same row.
 */
final class Rows {
  private final Dictionary dictionary;
  private final Damage damage;
  private final List<DeviceEntry> devices = new ArrayList<>();
  private final List<StatisticsEntry> statistics = new ArrayList<>();
  private final List<MisuseEntry> misuse = new ArrayList<>();
  private final List<CloseSiteEntry> closeSites = new ArrayList<>();
  private final List<SiteName> siteNames = new ArrayList<>();
  private final List<ThreadEntry> threads = new ArrayList<>();

  private final Map<Integer, String> spaces = new HashMap<>();

  private Rows(Dictionary dictionary, Damage damage) {
    this.dictionary = dictionary;
    this.damage = damage;
  }

  static Rows read(RecordStore records, Dictionary dictionary, Damage damage) {
    Rows rows = new Rows(dictionary, damage);
    records.forEach(rows::add);
    rows.devices.sort(
        Comparator.comparingInt(DeviceEntry::device).thenComparing(DeviceEntry::space));
    return rows;
  }

  private void add(Payload record) {
    switch (record.kind()) {
      case RECORD_DEVICE -> addDevice(record);
      case RECORD_SPACE -> addSpace(record);
      case RECORD_STATISTICS -> statistics.add(statistics(record));
      case RECORD_MISUSE -> addMisuse(record);
      case RECORD_CLOSE_SITE -> addCloseSite(record);
      case RECORD_SITE ->
          siteNames.add(
              new SiteName(
                  dictionary.text(record.getInt(0)),
                  dictionary.text(record.getInt(Integer.BYTES)),
                  dictionary.text(record.getInt(2 * Integer.BYTES))));
      case RECORD_THREAD ->
          threads.add(
              new ThreadEntry(
                  dictionary.text(record.getInt(THREAD_NAME)),
                  dictionary.stack(record.getInt(THREAD_STACK))));
      default -> {}
    }
  }

  private void addDevice(Payload record) {
    if (record.getCount(DEVICE_OPENED) == 0 && record.getCount(DEVICE_PEAK_BYTES) == 0) {
      return;
    }
    devices.add(
        new DeviceEntry(
            record.getInt(DEVICE_ID),
            dictionary.text(record.getInt(DEVICE_SPACE)),
            // Not a count: it may dip below zero while a close overtakes its open.
            record.getCount(DEVICE_LIVE_BYTES),
            record.getCount(DEVICE_PEAK_BYTES),
            record.getCount(DEVICE_OPENED),
            record.getCount(DEVICE_CLOSED)));
  }

  private void addSpace(Payload record) {
    int number = record.getInt(SPACE_NUMBER);
    // 0 until it has one; for events that is no space.
    if (number != 0) {
      spaces.put(number, dictionary.text(record.getInt(SPACE_TEXT)));
    }
  }

  private void addCloseSite(Payload record) {
    if (record.getCount(CLOSE_SITE_COUNT) == 0) {
      return;
    }
    closeSites.add(
        new CloseSiteEntry(
            record.getInt(CLOSE_SITE_TALLY),
            dictionary.stack(record.getInt(CLOSE_SITE_STACK)),
            record.getCount(CLOSE_SITE_COUNT)));
  }

  private StatisticsEntry statistics(Payload record) {
    return new StatisticsEntry(
        record.getInt(STATISTICS_ROUND),
        record.getLong(STATISTICS_NANOS),
        record.getInt(STATISTICS_DEVICE),
        dictionary.textOrNull(record.getInt(STATISTICS_SESSION)),
        dictionary.textOrNull(record.getInt(STATISTICS_SPACE)),
        record.getLong(STATISTICS_ALLOCATED),
        record.getLong(STATISTICS_FREE),
        record.getLong(STATISTICS_LARGEST_FREE));
  }

  private void addMisuse(Payload record) {
    int code = record.getInt(MISUSE_KIND);
    MisuseKind kind = MisuseKind.ofCode(code);
    if (kind == null) {
      damage.add(
          String.format(
              ": the misuse at 0x%x is of the unknown kind %d and is ignored",
              recordPosition(record.id()), code));
      return;
    }
    if (record.getCount(MISUSE_COUNT) == 0) {
      return;
    }
    misuse.add(
        new MisuseEntry(
            kind,
            dictionary.type(record.getInt(MISUSE_TYPE)),
            dictionary.stack(record.getInt(MISUSE_FIRST_STACK)),
            dictionary.stack(record.getInt(MISUSE_SECOND_STACK)),
            record.getCount(MISUSE_COUNT),
            dictionary.textOrNull(record.getInt(MISUSE_DETAIL))));
  }

  List<DeviceEntry> devices() {
    return List.copyOf(devices);
  }

  /** Names of spaces by the numbers that events have for them. */
  Map<Integer, String> spaces() {
    return Collections.unmodifiableMap(spaces);
  }

  List<StatisticsEntry> statistics() {
    return List.copyOf(statistics);
  }

  List<MisuseEntry> misuse() {
    return List.copyOf(misuse);
  }

  List<CloseSiteEntry> closeSites() {
    return List.copyOf(closeSites);
  }

  List<ThreadEntry> threads() {
    return List.copyOf(threads);
  }

  List<SiteName> siteNames() {
    return List.copyOf(siteNames);
  }
}
