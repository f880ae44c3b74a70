package io.ttalloc.runtime.session;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.Allocator;
import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import java.util.List;

/**
 * The memory of a mesh, in which an allocation has the same address on every chip.
 *
 * <p>This memory has no bytes of its own. An allocation reserves a block on each chip. The chip's
 * own buffer then claims the block and later frees it; a block that was not claimed is freed with
 * the reservation.
 *
 * <p>Thread-safe.
 */
public final class LockStepMemory implements BufferMemory {
  private final String name;
  private final List<DeviceSession> sessions;

  /**
   * Creates the memory of a mesh from its chips' sessions, which must share a profile and a pool.
   */
  public LockStepMemory(String name, List<DeviceSession> sessions) {
    this.name = name;
    this.sessions = List.copyOf(sessions);
  }

  @Override
  public int deviceId() {
    return MESH_DEVICE_ID;
  }

  @Override
  public String sessionName() {
    return name;
  }

  @Override
  public Faults faults() {
    return sessions.get(0).faults();
  }

  @Override
  public BankLayout layout(BufferType type) {
    return sessions.get(0).layout(type);
  }

  @Override
  public Allocation allocate(AllocationRequest request) {
    sessions.forEach(DeviceSession::checkOpen);
    List<Allocator> allocators = sessions.stream().map(DeviceSession::allocator).toList();
    boolean keepFree = request.type() == BufferType.L1 && faults().has(Fault.DOUBLE_ALLOCATION);
    return Allocator.reserve(allocators, request, keepFree);
  }

  @Override
  public Allocation claim(BufferType type, long address, long sizeBytes) {
    throw new IllegalStateException(
        "Only a chip's own buffer can claim what mesh " + name + " has reserved");
  }

  @Override
  public void free(BufferType type, Allocation allocation) {
    if (!allocation.isNone()) {
      sessions.forEach(session -> session.unreserve(type, allocation));
    }
  }

  /** Frees the block at an address on every chip, whether or not a buffer has claimed it. */
  public void freeByAddress(BufferType type, long address) {
    sessions.forEach(session -> session.freeByAddress(type, address));
  }

  @Override
  public SparseMemory contents(BufferType type) {
    throw new IllegalStateException(
        "The mesh " + name + " has no contents of its own; read a chip's buffer instead");
  }
}
