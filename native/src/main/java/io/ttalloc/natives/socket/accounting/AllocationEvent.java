package io.ttalloc.natives.socket.accounting;

/** The outcome of accounting for a message from a process. Addresses are unsigned. */
public sealed interface AllocationEvent {
  int pid();

  /** An allocation at an address that was not allocated. */
  record Allocated(int pid, int device, MemoryKind kind, long address, long bytes)
      implements AllocationEvent {}

  /**
   * An allocation at an address that the same process had already allocated and not freed. Both
   * allocations count as one live allocation.
   *
   * @param bytes the size in the message
   * @param bytesBefore the size that was recorded before; the larger of the two is recorded now
   * @param references the number of allocations at the address that have not been freed
   */
  record AllocatedTwice(
      int pid,
      int device,
      MemoryKind kind,
      long address,
      long bytes,
      long bytesBefore,
      long references)
      implements AllocationEvent {}

  /**
   * A free at an address that was allocated.
   *
   * @param references the number of allocations at the address that still have not been freed; 0 if
   *     nothing is allocated there any more
   */
  record Freed(int pid, int device, MemoryKind kind, long address, long bytes, long references)
      implements AllocationEvent {}

  /** A free at an address that is not known to be allocated. */
  record FreedUnknown(int pid, int device, MemoryKind.Family family, long address)
      implements AllocationEvent {}

  /**
   * A message with impossible values, which was not accounted for. Only the first few on each
   * connection are reported, but all are counted.
   *
   * @param reason the value in the message and what was expected
   */
  record Rejected(int pid, String reason) implements AllocationEvent {}

  /**
   * An allocation for which there is no room in the tables. Only the first one of each process is
   * reported, but all are counted.
   */
  record NotTracked(int pid, String reason) implements AllocationEvent {}

  /** A process has ended. The row shows the memory that the process left allocated. */
  record ProcessEnded(ProcessRow process) implements AllocationEvent {
    @Override
    public int pid() {
      return process.pid();
    }
  }
}
