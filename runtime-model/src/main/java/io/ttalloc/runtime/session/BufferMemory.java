package io.ttalloc.runtime.session;

import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;

/**
 * The memory that a buffer uses: that of one chip in one session, or of a whole mesh in lock step.
 *
 * <p>Thread-safe.
 */
public sealed interface BufferMemory permits DeviceSession, LockStepMemory {
  /** The device id of memory that belongs to a mesh and to no single chip. */
  int MESH_DEVICE_ID = -1;

  /** The chip, or {@link #MESH_DEVICE_ID}. */
  int deviceId();

  /** The session that this memory belongs to. */
  String sessionName();

  /** The faults that this memory has. */
  Faults faults();

  /** The banks of a space. */
  BankLayout layout(BufferType type);

  /** Takes a block. */
  Allocation allocate(AllocationRequest request);

  /** Makes the block that a mesh reserved at {@code address} a buffer's own. */
  Allocation claim(BufferType type, long address, long sizeBytes);

  /** Gives a block back; works after the session has ended too. */
  void free(BufferType type, Allocation allocation);

  /**
   * The contents of a space.
   *
   * @throws IllegalStateException if the session has ended, or if this is a mesh, which has no
   *     contents of its own
   */
  SparseMemory contents(BufferType type);
}
