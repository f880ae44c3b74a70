package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.device.SubDeviceManagerTracker;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.program.ClosingTogether;
import io.ttalloc.runtime.program.ProgramCache;
import java.util.ArrayList;
import java.util.List;

/**
 * What has to be closed when a mesh ends, without the mesh itself: that is what lets a cleaner do
 * it for a mesh that was dropped.
 *
 * <p>Thread-safe.
 */
final class MeshDeviceTeardown implements Runnable {
  private final ProgramCache programCache;
  private final List<MeshCommandQueue> queues;
  private final SubDeviceManagerTracker tracker;
  private final List<Device> devices;
  private boolean refused;
  private boolean closed;

  MeshDeviceTeardown(
      ProgramCache programCache,
      List<MeshCommandQueue> queues,
      SubDeviceManagerTracker tracker,
      List<Device> devices) {
    this.programCache = programCache;
    this.queues = List.copyOf(queues);
    this.tracker = tracker;
    this.devices = List.copyOf(devices);
  }

  /** Closes queues, tracker and devices, and leaves the program cache alone, as TT-Metal does. */
  void closeMesh() {
    synchronized (this) {
      if (closed) {
        return;
      }
      refuseOnce();
      closed = true;
    }
    List<AutoCloseable> owned = new ArrayList<>(queues);
    owned.add(tracker);
    owned.addAll(devices);
    owned.add(programCache::ownerClosed);
    ClosingTogether.closeAll(owned);
  }

  /** The fault of a close that throws; nothing is closed, and trying again helps. */
  private void refuseOnce() {
    Device first = devices.get(0);
    if (first.memory().faults().has(Fault.CLOSE_FAILS) && !refused) {
      refused = true;
      throw new IllegalStateException(
          first.name() + " did not answer in time; nothing was closed, try again");
    }
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** The cleaner's action: the mesh is gone, so its cache goes too. */
  @Override
  public void run() {
    try {
      closeMesh();
    } finally {
      programCache.clear();
    }
  }
}
