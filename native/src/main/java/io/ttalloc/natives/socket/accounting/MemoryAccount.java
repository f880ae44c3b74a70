package io.ttalloc.natives.socket.accounting;

/**
 * The memory of one kind that one process has allocated on one device. Guarded by {@link
 * Accounting}.
 */
final class MemoryAccount {
  private final int device;
  private final MemoryKind kind;
  private final AddressTable table = new AddressTable();
  private long live;
  private long liveBytes;
  private long peakBytes;
  private long opened;
  private long closed;
  private long allocatedTwice;

  MemoryAccount(int device, MemoryKind kind) {
    this.device = device;
    this.kind = kind;
  }

  int device() {
    return device;
  }

  MemoryKind kind() {
    return kind;
  }

  /** The place of the live allocation at an address; negative if there is none. */
  int find(long address) {
    return table.find(address);
  }

  AllocationEvent allocate(int pid, long address, long bytes) {
    opened++;
    live++;
    table.add(address, bytes);
    grow(bytes);
    return new AllocationEvent.Allocated(pid, device, kind, address, bytes);
  }

  AllocationEvent allocateAgain(int pid, int place, long address, long bytes) {
    allocatedTwice++;
    long before = table.bytes(place);
    long larger = Math.max(before, bytes);
    int references = table.refer(place, larger);
    grow(larger - before);
    return new AllocationEvent.AllocatedTwice(
        pid, device, kind, address, bytes, before, references);
  }

  AllocationEvent free(int pid, int place, long address) {
    long bytes = table.bytes(place);
    int left = table.release(place);
    if (left == 0) {
      closed++;
      live--;
      liveBytes -= bytes;
    }
    return new AllocationEvent.Freed(pid, device, kind, address, bytes, left);
  }

  /**
   * Adds to the live bytes. The sum cannot overflow, since the sizes and the number of allocations
   * are bounded.
   */
  private void grow(long bytes) {
    liveBytes += bytes;
    peakBytes = Math.max(peakBytes, liveBytes);
  }

  void forEach(AddressTable.Visitor visitor) {
    table.forEach(visitor);
  }

  MemoryRow row() {
    return new MemoryRow(device, kind, live, liveBytes, peakBytes, opened, closed, allocatedTwice);
  }
}
