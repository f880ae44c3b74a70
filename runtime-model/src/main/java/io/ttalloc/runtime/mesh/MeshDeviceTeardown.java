package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.device.SubDeviceManagerTracker;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.program.ClosingTogether;
import io.ttalloc.runtime.program.ProgramCache;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that must be closed when a mesh ends. Holds no reference to the mesh itself, so that
 * it can be the action of a cleaner for a dropped mesh.
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

  /**
   * Closes the queues, the tracker and the devices, but does not clear the program cache, as in
   * TT-Metal.
   */
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

  /**
   * Throws an exception on the first close if {@link Fault#CLOSE_FAILS} is enabled. Nothing is
   * closed then, and a second attempt succeeds.
   */
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

  /** The cleaner's action: closes the unreachable mesh and clears its program cache. */
  @Override
  public void run() {
    try {
      closeMesh();
    } finally {
      programCache.clear();
    }
  }
}
