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
 * <p>A session stays in the pool until it has ended and is empty. The final statistics of a chip,
 * which show that everything was freed, stay available until the chip is opened again. A chip may
 * be opened while an earlier session of the same chip has not ended. This happens when a mesh is
 * dropped without being closed, and both sessions must be visible.
 *
 * <p>Thread-safe.
 */
public final class DevicePool {
  private static final DevicePool INSTANCE = new DevicePool();

  /**
   * The lock shared by all allocators, so that a mesh can allocate the same address on all chips at
   * once.
   */
  private final Object lock = new Object();

  private final List<DeviceSession> sessions = new ArrayList<>();
  private final Map<Integer, Integer> opened = new HashMap<>();

  /** The final statistics of each chip whose latest session has ended and is empty. */
  private final Map<Integer, List<SpaceStatistics>> lastFinished = new TreeMap<>();

  DevicePool() {}

  /** The pool of this process. */
  public static DevicePool instance() {
    return INSTANCE;
  }

  /**
   * The allocator statistics of every session, space by space: first the sessions in the order in
   * which they were opened, then the chips that were closed and are empty. The spaces are in the
   * order of {@link BufferType}.
   */
  public static List<SpaceStatistics> statistics() {
    return INSTANCE.all();
  }

  /** The statistics of each space of chip {@code deviceId}, summed over all sessions. */
  public static Map<BufferType, DeviceStatistics> statistics(int deviceId) {
    return INSTANCE.sum(deviceId);
  }

  /** Opens a chip in a new session with fresh allocators. */
  public DeviceSession open(int deviceId, DeviceProfile profile) {
    return open(deviceId, profile, Faults.NONE);
  }

  /** Opens a chip with faults in a new session with fresh allocators. */
  public DeviceSession open(int deviceId, DeviceProfile profile, Faults faults) {
    synchronized (lock) {
      int number = opened.merge(deviceId, 1, Integer::sum);
      DeviceSession session = new DeviceSession(this, lock, deviceId, number, profile, faults);
      sessions.add(session);
      lastFinished.remove(deviceId);
      return session;
    }
  }

  /** The sessions that are open or still hold memory. */
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
