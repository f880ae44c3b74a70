package io.ttalloc.runtime.session;

import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;

/**
 * The memory that a buffer uses: the memory of one chip in one session, or of all chips of a mesh
 * in lock step.
 *
 * <p>Thread-safe.
 */
public sealed interface BufferMemory permits DeviceSession, LockStepMemory {
  /** The device id of memory that belongs to a mesh rather than to a single chip. */
  int MESH_DEVICE_ID = -1;

  /** The id of the chip, or {@link #MESH_DEVICE_ID}. */
  int deviceId();

  /** The session that this memory belongs to. */
  String sessionName();

  /** The faults that are enabled for this memory. */
  Faults faults();

  /** The bank layout of a space. */
  BankLayout layout(BufferType type);

  /** Allocates a block. */
  Allocation allocate(AllocationRequest request);

  /** Assigns the block that a mesh has reserved at {@code address} to a buffer. */
  Allocation claim(BufferType type, long address, long sizeBytes);

  /** Frees a block; also works after the session has ended. */
  void free(BufferType type, Allocation allocation);

  /**
   * The contents of a space.
   *
   * @throws IllegalStateException if the session has ended, or if this is the memory of a mesh,
   *     which has no contents of its own
   */
  SparseMemory contents(BufferType type);
}
