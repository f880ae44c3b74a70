package io.ttalloc.viewer.history;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions of each device, numbered from 0 in the order in which the ledger first shows them.
 *
 * <p>Each session begins at the same addresses, as if it were on another device. The viewer keeps
 * such rows apart by their rank, which in TT-Metal is the number of a host. Not thread-safe.
 */
final class DeviceSessions {
  /** The sessions of one device. */
  private static final class Sessions {
    private final Map<String, Long> firstNanos = new HashMap<>();
    private final Map<String, Integer> ranks = new HashMap<>();
    private long[] starts = {};

    /** Numbers the sessions; those that begin at the same time in the order of their names. */
    private void number() {
      List<Map.Entry<String, Long>> ordered =
          firstNanos.entrySet().stream()
              .sorted(
                  Map.Entry.<String, Long>comparingByValue()
                      .thenComparing(Map.Entry.comparingByKey()))
              .toList();
      starts = ordered.stream().mapToLong(Map.Entry::getValue).toArray();
      ordered.forEach(session -> ranks.put(session.getKey(), ranks.size()));
    }
  }

  private final Map<Integer, Sessions> devices = new HashMap<>();

  /** Adds a sign of a session, in any order. */
  void add(int device, String session, long nanos) {
    devices
        .computeIfAbsent(device, d -> new Sessions())
        .firstNanos
        .merge(session, nanos, Math::min);
  }

  /** Numbers the sessions when all are known. */
  void number() {
    devices.values().forEach(Sessions::number);
  }

  /** The number of a session; 0 if it was never added. */
  int rankOf(int device, String session) {
    Sessions sessions = devices.get(device);
    return sessions == null ? 0 : sessions.ranks.getOrDefault(session, 0);
  }

  /** The number of the latest session that was known at a time; 0 if none was. */
  int rankAt(int device, long nanos) {
    Sessions sessions = devices.get(device);
    if (sessions == null) {
      return 0;
    }
    int found = Arrays.binarySearch(sessions.starts, nanos);
    return Math.max(0, found >= 0 ? found : -found - 2);
  }
}
