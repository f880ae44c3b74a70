package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.BufferDevice;
import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.session.DeviceSession;
import io.ttalloc.runtime.session.LockStepMemory;
import java.util.Comparator;
import java.util.List;

/**
 * The chips of a mesh and their positions, without a reference to the mesh. Queues and buffers use
 * this view so that they do not keep a dropped {@link MeshDevice} reachable.
 *
 * <p>Immutable.
 */
public final class MeshDeviceView implements BufferDevice {
  private final String name;
  private final MeshShape shape;
  private final List<Device> devices;
  private final LockStepMemory memory;

  MeshDeviceView(String name, MeshShape shape, List<Device> devices) {
    this.name = name;
    this.shape = shape;
    this.devices = List.copyOf(devices);
    this.memory = new LockStepMemory(name, devices.stream().map(Device::memory).toList());
  }

  /** A human-readable name of the mesh. */
  public String name() {
    return name;
  }

  /** The number of rows and columns. */
  public MeshShape shape() {
    return shape;
  }

  /** The architecture of the chips. */
  public DeviceProfile profile() {
    return devices.get(0).memory().profile();
  }

  /** The chips, row by row. */
  public List<Device> devices() {
    return devices;
  }

  /** The sessions of the chips, row by row. */
  public List<DeviceSession> sessions() {
    return devices.stream().map(Device::memory).toList();
  }

  /**
   * The chip that represents the mesh where only one chip can be recorded; it has the lowest id.
   */
  public Device referenceDevice() {
    return devices.stream().min(Comparator.comparingInt(Device::id)).orElseThrow();
  }

  @Override
  public LockStepMemory memory() {
    return memory;
  }
}
