package io.ttalloc.viewer.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The sessions of each device, numbered from 0 in the order in which they began.
 *
 * <p>All sessions use the same addresses, as if each session were on a different device. The viewer
 * distinguishes the rows of sessions by a rank, which in TT-Metal is the number of a host.
 *
 * <p>A slot records the session of its resource, but an event does not. A session begins with the
 * opening of its device, if that event is still in the ledger, or otherwise with the first resource
 * whose slot records the session. Not thread-safe.
 */
final class DeviceSessions {
  /** The sessions of one device. */
  private static final class Sessions {
    private final Map<String, Long> firstNanos = new HashMap<>();
    private final TreeSet<Long> openings = new TreeSet<>();
    private final Map<String, Integer> ranks = new HashMap<>();
    private long[] starts = {};

    private void number() {
      List<Map.Entry<String, Long>> named =
          firstNanos.entrySet().stream()
              .sorted(
                  Comparator.comparing((Map.Entry<String, Long> session) -> session.getValue())
                      .thenComparing(Map.Entry::getKey))
              .toList();
      Map<String, Long> startOf = new HashMap<>();
      TreeSet<Long> all = new TreeSet<>(openings);
      long previous = Long.MIN_VALUE;
      for (Map.Entry<String, Long> session : named) {
        Long opening = openings.floor(session.getValue());
        long start = opening == null || opening <= previous ? session.getValue() : opening;
        startOf.put(session.getKey(), start);
        all.add(start);
        previous = start;
      }
      starts = all.stream().mapToLong(Long::longValue).toArray();
      startOf.forEach((name, start) -> ranks.put(name, rankAt(start)));
    }

    private int rankAt(long nanos) {
      int found = Arrays.binarySearch(starts, nanos);
      return Math.max(0, found >= 0 ? found : -found - 2);
    }
  }

  private final Map<Integer, Sessions> devices = new HashMap<>();

  /** Adds a resource whose session is known. Resources may be added in any order. */
  void named(int device, String session, long nanos) {
    of(device).firstNanos.merge(session, nanos, Math::min);
  }

  /** Adds the opening of a device. Openings may be added in any order. */
  void opened(int device, long nanos) {
    of(device).openings.add(nanos);
  }

  private Sessions of(int device) {
    return devices.computeIfAbsent(device, d -> new Sessions());
  }

  /** Numbers the sessions. Must be called when every session has been added. */
  void number() {
    devices.values().forEach(Sessions::number);
  }

  /** The number of a session; 0 if none of its resources was added. */
  int rankOf(int device, String session) {
    Sessions sessions = devices.get(device);
    return sessions == null ? 0 : sessions.ranks.getOrDefault(session, 0);
  }

  /** The highest number of any device's session that had begun by the given time; 0 if none had. */
  int rankAt(long nanos) {
    return devices.values().stream().mapToInt(sessions -> sessions.rankAt(nanos)).max().orElse(0);
  }

  /**
   * The number of the latest session of a device that had begun by the given time; 0 if none had.
   */
  int rankAt(int device, long nanos) {
    Sessions sessions = devices.get(device);
    return sessions == null ? 0 : sessions.rankAt(nanos);
  }
}
