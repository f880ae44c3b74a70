package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The allocator of one chip in one session: a bank manager per space, and the regions of circular
 * buffers.
 *
 * <p>Thread-safe: every method that uses the blocks holds the lock that was passed to the
 * constructor. The chips of a pool share this lock, so that a block can be allocated at the same
 * address on several chips at once.
 */
public final class Allocator {
  private static final AtomicLong BLOCK_IDS = new AtomicLong();

  private final Object lock;
  private final int deviceId;
  private final String sessionName;
  private final Map<BufferType, BankManager> managers = new EnumMap<>(BufferType.class);
  private final CircularBufferRegions circularBuffers = new CircularBufferRegions();

  /** Creates an allocator with all memory free. */
  public Allocator(Object lock, int deviceId, String sessionName, DeviceProfile profile) {
    this.lock = lock;
    this.deviceId = deviceId;
    this.sessionName = sessionName;
    for (BufferType type : BufferType.values()) {
      managers.put(type, new BankManager(type, profile.space(type)));
    }
  }

  /** The bank layout of a space. */
  public BankLayout layout(BufferType type) {
    return manager(type).layout();
  }

  /**
   * Allocates a block at the address that the FIRST policy selects; a request for 0 bytes allocates
   * no block.
   *
   * @throws OutOfDeviceMemoryException if no free range is large enough
   */
  public Allocation allocate(AllocationRequest request) {
    if (request.sizeBytes() == 0) {
      return Allocation.NONE;
    }
    synchronized (lock) {
      return manager(request.type()).allocate(request, BLOCK_IDS.incrementAndGet(), where());
    }
  }

  /**
   * Reserves a block at the same address in all {@code allocators}: the lowest or highest address
   * that is free in all of them. Each chip's own buffer must then {@link #claim} its block.
   *
   * @throws OutOfDeviceMemoryException if no range that is free in all allocators is large enough;
   *     nothing is reserved in that case
   */
  public static Allocation reserve(List<Allocator> allocators, AllocationRequest request) {
    return reserve(allocators, request, false);
  }

  /**
   * Like {@link #reserve(List, AllocationRequest)}, but optionally with a fault.
   *
   * @param keepFree whether to simulate a fault: the block stays in the free lists
   */
  public static Allocation reserve(
      List<Allocator> allocators, AllocationRequest request, boolean keepFree) {
    if (request.sizeBytes() == 0) {
      return Allocation.NONE;
    }
    Allocator first = allocators.get(0);
    synchronized (first.lock) {
      FreeList common = first.manager(request.type()).freeList();
      long allocated = first.manager(request.type()).allocatedBytes();
      for (Allocator other : allocators.subList(1, allocators.size())) {
        common = common.intersection(other.manager(request.type()).freeList());
        allocated = Math.max(allocated, other.manager(request.type()).allocatedBytes());
      }
      BankLayout layout = first.layout(request.type());
      long bankBytes = layout.bankBytes(request.sizeBytes(), request.pageBytes());
      OptionalLong address = common.find(bankBytes, request.direction());
      if (address.isEmpty()) {
        String where = "each of " + allocators.size() + " devices, in lock step";
        List<Block> around = around(allocators, request.type(), common.largest());
        throw new OutOfDeviceMemoryException(where, request, layout, allocated, common, around);
      }
      long id = BLOCK_IDS.incrementAndGet();
      for (Allocator allocator : allocators) {
        allocator.manager(request.type()).reserve(address.getAsLong(), bankBytes, id, keepFree);
      }
      return new Allocation(address.getAsLong(), id);
    }
  }

  /** The blocks of any chip that are next to a range that is free on all chips. */
  private static List<Block> around(
      List<Allocator> allocators, BufferType type, FreeList.Range range) {
    return allocators.stream().flatMap(a -> a.manager(type).around(range).stream()).toList();
  }

  /** Assigns the block that is reserved at {@code address} to a buffer. */
  public Allocation claim(BufferType type, long address, long sizeBytes) {
    synchronized (lock) {
      return manager(type).claim(address, sizeBytes);
    }
  }

  /** Frees a block and merges it with the free ranges on both sides. */
  public Block free(BufferType type, Allocation allocation) {
    synchronized (lock) {
      return manager(type).free(allocation);
    }
  }

  /** Frees the block at an address, whichever buffer owns it. */
  public Block free(BufferType type, long address) {
    synchronized (lock) {
      return manager(type).free(address);
    }
  }

  /** Frees everything at once instead of block by block. */
  public void drop() {
    synchronized (lock) {
      managers.values().forEach(BankManager::drop);
      circularBuffers.drop();
    }
  }

  /** Frees a block that is only reserved; a block that was claimed stays. */
  public void unreserve(BufferType type, Allocation allocation) {
    synchronized (lock) {
      manager(type).unreserve(allocation);
    }
  }

  /** Records a circular buffer at the address that its program assigned to it. */
  public void placeCircularBuffer(
      long circularBufferId, long programId, CoreRange cores, long address, long sizeBytes) {
    synchronized (lock) {
      circularBuffers.place(circularBufferId, programId, cores, address, sizeBytes);
    }
  }

  /** Removes the record of a circular buffer. */
  public void releaseCircularBuffer(long circularBufferId) {
    synchronized (lock) {
      circularBuffers.release(circularBufferId);
    }
  }

  /** The statistics of one space. */
  public SpaceStatistics statistics(BufferType type) {
    synchronized (lock) {
      return statistics(type, manager(type));
    }
  }

  /** Whether nothing is allocated: no block and no circular buffer. */
  public boolean isEmpty() {
    synchronized (lock) {
      return circularBuffers.isEmpty() && managers.values().stream().allMatch(BankManager::isEmpty);
    }
  }

  /** The statistics of every space, in the order of {@link BufferType}. */
  public List<SpaceStatistics> statistics() {
    synchronized (lock) {
      List<SpaceStatistics> all = new ArrayList<>();
      managers.forEach((type, manager) -> all.add(statistics(type, manager)));
      return all;
    }
  }

  private SpaceStatistics statistics(BufferType type, BankManager manager) {
    List<Block> blocks = new ArrayList<>(manager.blocks());
    int handles = (int) blocks.stream().filter(b -> b.kind() == Block.Kind.BUFFER).count();
    long allocated = manager.allocatedBytes();
    long handleBytes = allocated;
    long frees = manager.freeCount();
    long base = manager.layout().base();
    if (type == BufferType.L1) {
      List<Block> regions = circularBuffers.regions();
      blocks.addAll(0, regions);
      allocated += regions.stream().mapToLong(Block::sizeBytes).sum();
      handles += circularBuffers.handles();
      handleBytes += circularBuffers.handleBytes();
      frees += circularBuffers.freeCount();
      // Buffers can use only the memory above the circular buffers.
      base = circularBuffers.end(base);
    }
    long free = 0;
    long largest = 0;
    for (FreeList.Range range : manager.freeList().ranges()) {
      long bytes = range.end() - Math.max(range.start(), base);
      if (bytes > 0) {
        free += bytes;
        largest = Math.max(largest, bytes);
      }
    }
    return new SpaceStatistics(
        deviceId,
        sessionName,
        type,
        allocated,
        free * manager.layout().banks(),
        largest,
        frees,
        handles,
        handleBytes,
        blocks);
  }

  private String where() {
    return "device %d (session %s)".formatted(deviceId, sessionName);
  }

  private BankManager manager(BufferType type) {
    BankManager manager = managers.get(type);
    if (manager == null) {
      throw new IllegalArgumentException("No such space: " + type);
    }
    return manager;
  }
}
