package io.ttalloc.runtime.program;

import io.ttalloc.runtime.buffer.CircularBuffer;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.session.DeviceSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The circular buffers of all programs, by device, for {@link Fault#CB_FREE_BY_DEVICE}. A close
 * with this fault releases all circular buffers of the device, so all of them must be known. Used
 * only if this fault is enabled. Thread-safe.
 */
final class CbsByDevice {
  private static final Map<DeviceSession, List<CircularBuffer>> PLACED = new WeakHashMap<>();

  private CbsByDevice() {}

  static synchronized void add(DeviceSession session, CircularBuffer placed) {
    PLACED.computeIfAbsent(session, key -> new ArrayList<>()).add(placed);
  }

  /** Removes and returns all circular buffers of the device. */
  static synchronized List<CircularBuffer> takeAll(DeviceSession session) {
    List<CircularBuffer> all = PLACED.remove(session);
    return all == null ? List.of() : all;
  }
}
