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
 * The chips of a mesh and where they stand, without the mesh's life: queues and buffers use it, so
 * that they do not keep a dropped {@link MeshDevice} alive.
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

  /** The name of the mesh, for people. */
  public String name() {
    return name;
  }

  /** Rows and columns. */
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

  /** The chip that stands for all of them where only one is recorded: the lowest id. */
  public Device referenceDevice() {
    return devices.stream().min(Comparator.comparingInt(Device::id)).orElseThrow();
  }

  @Override
  public LockStepMemory memory() {
    return memory;
  }
}
