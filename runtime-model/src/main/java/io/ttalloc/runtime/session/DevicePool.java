package io.ttalloc.runtime.session;

import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The chips of this process and their sessions.
 *
 * <p>Knows a session until it has ended and is empty; the last numbers of a chip, which say that
 * all came back, stay readable until it is opened again. A chip may be opened while an earlier
 * session of it was never ended: that happens when a mesh is dropped, and it must be possible to
 * see it.
 *
 * <p>Thread-safe.
 */
public final class DevicePool {
  private static final DevicePool INSTANCE = new DevicePool();

  /** The lock of all allocators, so that a mesh can take one address on all chips at once. */
  private final Object lock = new Object();

  private final List<DeviceSession> sessions = new ArrayList<>();
  private final Map<Integer, Integer> opened = new HashMap<>();

  /** The last numbers of each chip whose latest session has ended and is empty. */
  private final Map<Integer, List<SpaceStatistics>> lastFinished = new TreeMap<>();

  DevicePool() {}

  /** The pool of this process. */
  public static DevicePool instance() {
    return INSTANCE;
  }

  /**
   * What the allocators of every session say, space by space: sessions in the order in which they
   * were opened, then chips that were closed and are empty; spaces in the order of {@link
   * BufferType}.
   */
  public static List<SpaceStatistics> statistics() {
    return INSTANCE.all();
  }

  /** The bytes that all sessions of chip {@code deviceId} hold together, space by space. */
  public static Map<BufferType, DeviceStatistics> statistics(int deviceId) {
    return INSTANCE.sum(deviceId);
  }

  /** Opens a chip: a new session with fresh allocators. */
  public DeviceSession open(int deviceId, DeviceProfile profile) {
    return open(deviceId, profile, Faults.NONE);
  }

  /** Opens a chip that has faults. */
  public DeviceSession open(int deviceId, DeviceProfile profile, Faults faults) {
    synchronized (lock) {
      int number = opened.merge(deviceId, 1, Integer::sum);
      DeviceSession session = new DeviceSession(this, lock, deviceId, number, profile, faults);
      sessions.add(session);
      lastFinished.remove(deviceId);
      return session;
    }
  }

  /** The sessions that are open or hold something still. */
  public List<DeviceSession> sessions() {
    synchronized (lock) {
      return List.copyOf(sessions);
    }
  }

  void forget(DeviceSession session) {
    synchronized (lock) {
      if (sessions.remove(session)
          && session.number() == opened.getOrDefault(session.deviceId(), 0)) {
        lastFinished.put(session.deviceId(), session.statistics());
      }
    }
  }

  private List<SpaceStatistics> all() {
    synchronized (lock) {
      List<SpaceStatistics> all = new ArrayList<>();
      sessions.forEach(session -> all.addAll(session.statistics()));
      lastFinished.values().forEach(all::addAll);
      return all;
    }
  }

  private Map<BufferType, DeviceStatistics> sum(int deviceId) {
    Map<BufferType, List<SpaceStatistics>> rows = new EnumMap<>(BufferType.class);
    for (BufferType space : BufferType.values()) {
      rows.put(space, new ArrayList<>());
    }
    for (SpaceStatistics row : all()) {
      if (row.deviceId() == deviceId) {
        rows.computeIfAbsent(row.space(), key -> new ArrayList<>()).add(row);
      }
    }
    Map<BufferType, DeviceStatistics> sums = new EnumMap<>(BufferType.class);
    rows.forEach((space, of) -> sums.put(space, DeviceStatistics.sum(deviceId, space, of)));
    return sums;
  }
}
