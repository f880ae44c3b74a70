package io.ttalloc.natives.socket.accounting;

/** What a message of a process came to when it was accounted. Addresses are unsigned. */
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
   * A message that cannot be true and was not accounted. The first few of each connection are told,
   * all are counted.
   *
   * @param reason what it says, and what was expected
   */
  record Rejected(int pid, String reason) implements AllocationEvent {}

  /**
   * An allocation for which there is no room in the tables. The first of each process is told, all
   * are counted.
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
