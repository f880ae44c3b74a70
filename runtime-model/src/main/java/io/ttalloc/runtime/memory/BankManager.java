package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Manages the allocated and free ranges of one space of one chip.
 *
 * <p>All banks are allocated in the same way, so one free list represents all of them. Guarded by
 * the lock of the {@link Allocator} that contains this bank manager.
 */
final class BankManager {
  private final BufferType type;
  private final BankLayout layout;
  private FreeList free;
  private final TreeMap<Long, Block> blocks = new TreeMap<>();
  private long allocatedBytes;
  private long freeCount;

  BankManager(BufferType type, BankLayout layout) {
    this.type = type;
    this.layout = layout;
    this.free = new FreeList(layout.base(), layout.limit());
  }

  /** Allocates a block at the address that the FIRST policy selects. */
  Allocation allocate(AllocationRequest request, long id, String where) {
    long bankBytes = layout.bankBytes(request.sizeBytes(), request.pageBytes());
    OptionalLong address = free.take(bankBytes, request.direction());
    if (address.isEmpty()) {
      List<Block> around = around(free.largest());
      throw new OutOfDeviceMemoryException(where, request, layout, allocatedBytes, free, around);
    }
    long start = address.getAsLong();
    blocks.put(start, new Block(start, bankBytes, request.sizeBytes(), id, Block.Kind.BUFFER));
    allocatedBytes += request.sizeBytes();
    return new Allocation(start, id);
  }

  /**
   * Reserves exactly the range at {@code address}, which a buffer must then claim.
   *
   * @param keepFree whether to simulate a fault: the range stays free, so it can be reserved for a
   *     second owner, whose block then replaces the first block in the table
   */
  void reserve(long address, long bankBytes, long id, boolean keepFree) {
    if (!keepFree) {
      free.takeAt(address, bankBytes);
    }
    Block before = blocks.put(address, new Block(address, bankBytes, 0, id, Block.Kind.RESERVED));
    allocatedBytes -= before == null ? 0 : before.sizeBytes();
  }

  /** Turns a reserved block into a buffer's block. */
  Allocation claim(long address, long sizeBytes) {
    Block block = blocks.get(address);
    if (block == null || block.kind() != Block.Kind.RESERVED) {
      throw new IllegalStateException(
          "Cannot claim %d in %s: expected a block that is reserved there, found %s"
              .formatted(address, type, block));
    }
    blocks.put(
        address, new Block(address, block.bankBytes(), sizeBytes, block.id(), Block.Kind.BUFFER));
    allocatedBytes += sizeBytes;
    return new Allocation(address, block.id());
  }

  /** Frees a buffer's block. */
  Block free(Allocation allocation) {
    Block block = blocks.get(allocation.address());
    if (block == null || block.id() != allocation.blockId() || block.kind() != Block.Kind.BUFFER) {
      throw new IllegalStateException(
          "Cannot free block %d at %d in %s: expected a buffer's block with that id, found %s"
              .formatted(allocation.blockId(), allocation.address(), type, block));
    }
    remove(block);
    return block;
  }

  /** Frees the block at an address, whichever buffer owns it. */
  Block free(long address) {
    Block block = blocks.get(address);
    if (block == null) {
      throw new IllegalStateException(
          "Cannot free address %d in %s: no block starts there".formatted(address, type));
    }
    remove(block);
    return block;
  }

  /** Frees all blocks at once. */
  void drop() {
    free = new FreeList(layout.base(), layout.limit());
    freeCount += blocks.size();
    allocatedBytes = 0;
    blocks.clear();
  }

  /** Frees a reserved block; does nothing if a buffer has claimed it. */
  void unreserve(Allocation allocation) {
    Block block = blocks.get(allocation.address());
    if (block != null
        && block.id() == allocation.blockId()
        && block.kind() == Block.Kind.RESERVED) {
      remove(block);
    }
  }

  private void remove(Block block) {
    free.give(block.address(), block.bankBytes());
    blocks.remove(block.address());
    allocatedBytes -= block.sizeBytes();
    freeCount++;
  }

  BankLayout layout() {
    return layout;
  }

  FreeList freeList() {
    return free;
  }

  long allocatedBytes() {
    return allocatedBytes;
  }

  /** The number of blocks freed so far. */
  long freeCount() {
    return freeCount;
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** The blocks directly below and above a free range; there is none beyond an end of the space. */
  List<Block> around(FreeList.Range range) {
    return blocks.values().stream()
        .filter(b -> b.address() + b.bankBytes() == range.start() || b.address() == range.end())
        .toList();
  }

  List<Block> blocks() {
    return List.copyOf(blocks.values());
  }
}
