package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.GuardLayout.*;
import static io.ttalloc.ledger.HolderLayout.*;
import static io.ttalloc.ledger.NotWovenLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SamplingLayout.*;
import static io.ttalloc.ledger.SuperTypeLayout.*;
import static io.ttalloc.ledger.SystemCodeLayout.*;

import io.ttalloc.ledger.MisuseKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kinds of records that are rows of a table. A row whose counters are 0 is left out: its
 * writer has not counted yet, or another thread wrote the same row first.
 */
final class Rows {
  static final Comparator<DeviceEntry> BY_DEVICE =
      Comparator.comparingInt(DeviceEntry::device).thenComparing(DeviceEntry::space);

  private final Dictionary dictionary;
  private final Damage damage;
  private final List<DeviceEntry> devices = new ArrayList<>();
  private final List<StatisticsEntry> statistics = new ArrayList<>();
  private final List<MisuseEntry> misuse = new ArrayList<>();
  private final List<CloseSiteEntry> closeSites = new ArrayList<>();
  private final List<SiteName> siteNames = new ArrayList<>();
  private final List<OriginEntry> origins = new ArrayList<>();
  private final Map<String, Set<String>> superTypes = new HashMap<>();
  private final Set<String> notWoven = new TreeSet<>();
  private final SystemCode systemCode = new SystemCode();
  private final List<HolderClass> holderClasses = new ArrayList<>();
  private final List<ThreadEntry> threads = new ArrayList<>();
  private final List<GuardEntry> guards = new ArrayList<>();

  private final Map<Integer, String> spaces = new HashMap<>();

  private Rows(Dictionary dictionary, Damage damage) {
    this.dictionary = dictionary;
    this.damage = damage;
  }

  static Rows read(RecordStore records, Dictionary dictionary, Damage damage) {
    Rows rows = new Rows(dictionary, damage);
    records.forEach(rows::add);
    rows.devices.sort(BY_DEVICE);
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
                  dictionary.text(record.getInt(SITE_CLASS)),
                  dictionary.text(record.getInt(SITE_METHOD)),
                  dictionary.text(record.getInt(SITE_NAME))));
      case RECORD_ORIGIN -> addOrigin(record);
      case RECORD_SUPER_TYPE ->
          superTypes
              .computeIfAbsent(
                  dictionary.text(record.getInt(SUPER_TYPE_OF)), key -> new LinkedHashSet<>())
              .add(dictionary.text(record.getInt(SUPER_TYPE_NAME)));
      case RECORD_NOT_WOVEN -> notWoven.add(dictionary.text(record.getInt(NOT_WOVEN_CLASS)));
      case RECORD_SYSTEM_CODE ->
          systemCode.add(
              dictionary.text(record.getInt(SYSTEM_CODE_CLASSES)),
              dictionary.textOrNull(record.getInt(SYSTEM_CODE_METHOD)));
      case RECORD_HOLDER ->
          holderClasses.add(
              new HolderClass(
                  dictionary.text(record.getInt(HOLDER_CLASS)),
                  dictionary.textOrNull(record.getInt(HOLDER_RELEASE))));
      case RECORD_GUARD -> guards.add(GuardEntry.of(record, dictionary));
      case RECORD_THREAD ->
          threads.add(
              new ThreadEntry(
                  dictionary.text(record.getInt(THREAD_NAME)),
                  dictionary.stack(record.getInt(THREAD_STACK))));
      default -> {}
    }
  }

  private void addDevice(Payload record) {
    DeviceEntry device = device(record, dictionary::text);
    if (device != null) {
      devices.add(device);
    }
  }

  /** The totals of a device and space; null if nothing was counted there yet. */
  static @Nullable DeviceEntry device(Payload record, IntFunction<String> texts) {
    if (record.getCount(DEVICE_OPENED) == 0 && record.getCount(DEVICE_PEAK_BYTES) == 0) {
      return null;
    }
    // Negative for a moment, when a close is counted before its opening; then it counts as 0.
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

  private void addSpace(Payload record) {
    int number = record.getInt(SPACE_NUMBER);
    // 0 until the space has a number; in events 0 stands for no space.
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
            dictionary.textOrNull(record.getInt(MISUSE_DETAIL)),
            dictionary.textOrNull(record.getInt(MISUSE_LABEL) & ~MISUSE_MORE_LABELS),
            (record.getInt(MISUSE_LABEL) & MISUSE_MORE_LABELS) != 0));
  }

  private void addOrigin(Payload record) {
    int flags = record.getInt(ORIGIN_FLAGS);
    OriginEntry origin = OriginEntry.of(dictionary.text(record.getInt(ORIGIN_NAME)), flags);
    if (origin != null) {
      origins.add(origin);
      return;
    }
    damage.add(
        String.format(
            ": the origin at 0x%x has the unknown flags 0x%x and is ignored",
            recordPosition(record.id()), flags));
  }

  List<DeviceEntry> devices() {
    return Collections.unmodifiableList(devices);
  }

  /** Names of spaces by their numbers in events. */
  Map<Integer, String> spaces() {
    return Collections.unmodifiableMap(spaces);
  }

  List<StatisticsEntry> statistics() {
    return Collections.unmodifiableList(statistics);
  }

  List<MisuseEntry> misuse() {
    return Collections.unmodifiableList(misuse);
  }

  List<CloseSiteEntry> closeSites() {
    return Collections.unmodifiableList(closeSites);
  }

  List<ThreadEntry> threads() {
    return Collections.unmodifiableList(threads);
  }

  List<GuardEntry> guards() {
    return Collections.unmodifiableList(guards);
  }

  List<OriginEntry> origins() {
    return Collections.unmodifiableList(origins);
  }

  Map<String, Set<String>> superTypes() {
    return Collections.unmodifiableMap(superTypes);
  }

  Set<String> notWoven() {
    return Collections.unmodifiableSet(notWoven);
  }

  List<HolderClass> holderClasses() {
    return Collections.unmodifiableList(holderClasses);
  }

  SystemCode systemCode() {
    return systemCode;
  }

  List<SiteName> siteNames() {
    return Collections.unmodifiableList(siteNames);
  }
}
