package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.program.ClosingTogether;
import java.util.ArrayList;
import java.util.List;

/**
 * One buffer per chip of a mesh, all at the same address.
 *
 * <p>If the mesh buffer owns its memory, a backing buffer of the mesh reserves the address on all
 * chips, and each chip's buffer owns the block on its chip. Otherwise the chips' buffers are
 * aliases. The mesh buffer owns all of these buffers. Used by one thread at a time; a second close
 * does nothing.
 */
public final class MeshBuffer implements AutoCloseable {
  private final MeshBufferConfig config;
  private final long address;
  private final Faults faults;
  private final List<Buffer> deviceBuffers = new ArrayList<>();
  private MeshBufferState state;

  private MeshBuffer(MeshBufferConfig config, long address, MeshBufferState state, Faults faults) {
    this.faults = faults;
    this.config = config;
    this.address = address;
    this.state = state;
  }

  /**
   * Creates a mesh buffer that owns its memory.
   *
   * @throws io.ttalloc.runtime.memory.OutOfDeviceMemoryException if no address has enough free
   *     space on all chips; nothing is allocated in that case
   */
  public static MeshBuffer create(MeshDeviceView mesh, MeshBufferConfig config) {
    BufferSpec spec = config.onEachOf(mesh.devices().size());
    Buffer backing = Buffer.create(mesh, spec);
    MeshBuffer buffer =
        new MeshBuffer(
            config, backing.address(), new MeshBufferState.Owned(backing), mesh.memory().faults());
    boolean complete = false;
    try {
      for (Device device : mesh.devices()) {
        buffer.deviceBuffers.add(Buffer.claim(device, backing.address(), spec));
      }
      complete = true;
    } finally {
      if (!complete) {
        buffer.close();
      }
    }
    return buffer;
  }

  /** Creates a mesh buffer at {@code address}, in memory that something else owns. */
  public static MeshBuffer create(MeshDeviceView mesh, MeshBufferConfig config, long address) {
    BufferSpec spec = config.onEachOf(mesh.devices().size());
    MeshBuffer buffer =
        new MeshBuffer(
            config, address, new MeshBufferState.ExternallyOwned(), mesh.memory().faults());
    for (Device device : mesh.devices()) {
      buffer.deviceBuffers.add(Buffer.create(device, address, spec));
    }
    return buffer;
  }

  /** Closes the chips' buffers, and then the backing buffer if there is one. */
  @Override
  public void close() {
    MeshBufferState before = state;
    state = new MeshBufferState.Deallocated();
    if (before instanceof MeshBufferState.Deallocated && !faults.has(Fault.DOUBLE_CLOSE)) {
      return;
    }
    List<AutoCloseable> owned = new ArrayList<>(deviceBuffers);
    if (before instanceof MeshBufferState.Owned mine) {
      owned.add(mine.backing());
    }
    ClosingTogether.closeAll(owned);
  }

  /** The state of this buffer, including the owner of its memory. */
  public MeshBufferState state() {
    return state;
  }

  /** The configuration that this buffer was created with. */
  public MeshBufferConfig config() {
    return config;
  }

  /** The address in each bank of every chip; still available after closing. */
  public long address() {
    return address;
  }

  /** The chips' buffers, row by row. */
  public List<Buffer> deviceBuffers() {
    return List.copyOf(deviceBuffers);
  }
}
