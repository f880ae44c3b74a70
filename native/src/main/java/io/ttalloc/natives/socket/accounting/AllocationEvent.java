package io.ttalloc.natives.socket.accounting;

/** The outcome of accounting for a message of a process. Addresses are unsigned. */
public sealed interface AllocationEvent {
  int pid();

  /** Something that was not allocated before. */
  record Allocated(int pid, int device, MemoryKind kind, long address, long bytes)
      implements AllocationEvent {}

  /**
   * Something that the same process had allocated already and not freed. It stays one.
   *
   * @param bytes what the message says
   * @param bytesBefore what it was accounted with before; it now has the larger of the two
   * @param references how often it is allocated now
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
   * Something that was allocated.
   *
   * @param references how often it is still allocated; 0 if it is gone
   */
  record Freed(int pid, int device, MemoryKind kind, long address, long bytes, long references)
      implements AllocationEvent {}

  /** Something that is not allocated, as far as is known. */
  record FreedUnknown(int pid, int device, MemoryKind.Family family, long address)
      implements AllocationEvent {}

  /**
   * A message that cannot be true and was not accounted for. The first few of each connection are
   * reported, all are counted.
   *
   * @param reason what it says, and what was expected
   */
  record Rejected(int pid, String reason) implements AllocationEvent {}

  /**
   * An allocation for which there is no room in the tables. The first of each process is reported,
   * all are counted.
   */
  record NotTracked(int pid, String reason) implements AllocationEvent {}

  /** A process has ended, and what it left is in its row. */
  record ProcessEnded(ProcessRow process) implements AllocationEvent {
    @Override
    public int pid() {
      return process.pid();
    }
  }
}
