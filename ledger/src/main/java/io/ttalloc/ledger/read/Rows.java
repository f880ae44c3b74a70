package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;

import io.ttalloc.ledger.MisuseKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads the records that are a row of a table each. */
final class Rows {
  private final Dictionary dictionary;
  private final Damage damage;
  private final List<DeviceEntry> devices = new ArrayList<>();
  private final List<StatisticsEntry> statistics = new ArrayList<>();
  private final List<MisuseEntry> misuse = new ArrayList<>();
  private final List<CloseSiteEntry> closeSites = new ArrayList<>();
  private final List<SiteName> siteNames = new ArrayList<>();
  private final List<ThreadEntry> threads = new ArrayList<>();

  /** Text ids of the spaces of device records, each once; events name them by their place here. */
  private final List<Integer> spaceIds = new ArrayList<>();

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
      case RECORD_STATISTICS -> statistics.add(statistics(record));
      case RECORD_MISUSE -> addMisuse(record);
      case RECORD_CLOSE_SITE ->
          closeSites.add(
              new CloseSiteEntry(
                  record.getInt(CLOSE_SITE_TALLY),
                  dictionary.stack(record.getInt(CLOSE_SITE_STACK)),
                  record.getCount(CLOSE_SITE_COUNT)));
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
    int space = record.getInt(DEVICE_SPACE);
    if (spaceIds.size() < MAX_EVENT_SPACES && !spaceIds.contains(space)) {
      spaceIds.add(space);
    }
    devices.add(device(record, space));
  }

  private DeviceEntry device(Payload record, int space) {
    return new DeviceEntry(
        record.getInt(DEVICE_ID),
        dictionary.text(space),
        // Not a count: it may dip below zero while a close overtakes its open.
        record.getCount(DEVICE_LIVE_BYTES),
        record.getCount(DEVICE_PEAK_BYTES),
        record.getCount(DEVICE_OPENED),
        record.getCount(DEVICE_CLOSED));
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
    misuse.add(
        new MisuseEntry(
            kind,
            dictionary.type(record.getInt(MISUSE_TYPE)),
            dictionary.stack(record.getInt(MISUSE_FIRST_STACK)),
            dictionary.stack(record.getInt(MISUSE_SECOND_STACK)),
            record.getCount(MISUSE_COUNT),
            record.length() < MISUSE_DETAIL + Integer.BYTES
                ? null
                : dictionary.textOrNull(record.getInt(MISUSE_DETAIL))));
  }

  List<DeviceEntry> devices() {
    return List.copyOf(devices);
  }

  /** Names of spaces in the order in which device records named them first. */
  List<String> spaces() {
    List<String> spaces = new ArrayList<>();
    for (Integer id : spaceIds) {
      spaces.add(dictionary.text(id));
    }
    return spaces;
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
