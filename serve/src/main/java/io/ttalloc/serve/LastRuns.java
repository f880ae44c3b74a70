package io.ttalloc.serve;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.ProcessView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stores how many bytes the last run of each program left on each device, and compares the next run
 * with these numbers. Numbers that grow from run to run show that memory accumulates. Runs are
 * matched by their command line. Not thread-safe.
 */
final class LastRuns {
  private static final int MAX_PROGRAMS = 200;

  /** A difference between two runs; devices with equal differences are listed together. */
  private record Change(String space, long before, long now) {
    String text(List<Integer> devices) {
      String difference =
          now == before
              ? "the same as"
              : Numbers.bytes(Math.abs(now - before))
                  + (now > before ? " more than" : " less than");
      return "%s of device%s %s: %s left%s, %s after the previous run"
          .formatted(
              VisibleText.of(space),
              devices.size() == 1 ? "" : "s",
              Numbers.ranges(devices),
              Numbers.bytes(now),
              devices.size() == 1 ? "" : " on each",
              difference);
    }
  }

  private final Map<String, Map<DeviceRow.Key, Long>> left =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<DeviceRow.Key, Long>> eldest) {
          return size() > MAX_PROGRAMS;
        }
      };

  /**
   * Returns the differences from the last run of the same program, one sentence each; empty if this
   * is its first run.
   */
  List<String> compare(ProcessView ended) {
    Map<DeviceRow.Key, Long> now = new LinkedHashMap<>();
    for (DeviceUse use : ended.devices()) {
      now.put(new DeviceRow.Key(use.device(), use.space()), use.bytes());
    }
    Map<DeviceRow.Key, Long> before = left.put(ended.pulse().process().command(), now);
    return before == null ? List.of() : changes(before, now);
  }

  private static List<String> changes(
      Map<DeviceRow.Key, Long> before, Map<DeviceRow.Key, Long> now) {
    Set<DeviceRow.Key> places = new TreeSet<>();
    places.addAll(now.keySet());
    places.addAll(before.keySet());
    Map<Change, List<Integer>> changes = new LinkedHashMap<>();
    for (DeviceRow.Key place : places) {
      Change change =
          new Change(place.space(), before.getOrDefault(place, 0L), now.getOrDefault(place, 0L));
      if (change.before > 0 || change.now > 0) {
        changes.computeIfAbsent(change, key -> new ArrayList<>()).add(place.device());
      }
    }
    List<String> texts = new ArrayList<>();
    changes.forEach((change, devices) -> texts.add(change.text(devices)));
    return texts;
  }
}
