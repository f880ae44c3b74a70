package io.ttalloc.runtime.session;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.Allocator;
import io.ttalloc.runtime.memory.Block;
import io.ttalloc.runtime.memory.CircularBufferClashException;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One chip from its opening to its close. Each session has new allocators, empty contents, and a
 * name of the form {@code chip#n}.
 *
 * <p>Ending a session frees no blocks. The allocator exists until the session has ended <b>and</b>
 * nothing is allocated, so blocks that were left behind can still be counted and freed. The C++
 * runtime, in contrast, drops the allocator when the device is closed. The contents are discarded
 * when the session ends.
 *
 * <p>Thread-safe.
 */
public final class DeviceSession implements BufferMemory {
  private final DevicePool pool;
  private final int deviceId;
  private final int number;
  private final String name;
  private final DeviceProfile profile;
  private final Faults faults;
  private final Allocator allocator;
  private final Map<BufferType, SparseMemory> contents = new ConcurrentHashMap<>();
  private volatile boolean ended;

  DeviceSession(
      DevicePool pool,
      Object lock,
      int deviceId,
      int number,
      DeviceProfile profile,
      Faults faults) {
    this.pool = pool;
    this.deviceId = deviceId;
    this.number = number;
    this.name = deviceId + "#" + number;
    this.profile = profile;
    this.faults = faults;
    this.allocator = new Allocator(lock, deviceId, name, profile);
  }

  @Override
  public int deviceId() {
    return deviceId;
  }

  int number() {
    return number;
  }

  @Override
  public String sessionName() {
    return name;
  }

  /** The architecture of the chip. */
  public DeviceProfile profile() {
    return profile;
  }

  @Override
  public Faults faults() {
    return faults;
  }

  @Override
  public BankLayout layout(BufferType type) {
    return allocator.layout(type);
  }

  @Override
  public Allocation allocate(AllocationRequest request) {
    checkOpen();
    return allocator.allocate(request);
  }

  @Override
  public Allocation claim(BufferType type, long address, long sizeBytes) {
    checkOpen();
    return allocator.claim(type, address, sizeBytes);
  }

  @Override
  public void free(BufferType type, Allocation allocation) {
    if (allocation.isNone() || isTornDown()) {
      return;
    }
    freed(type, allocator.free(type, allocation));
  }

  private void freed(BufferType type, Block block) {
    SparseMemory held = contents.get(type);
    if (held != null) {
      held.discard(block.address(), block.bankBytes());
    }
    forgetIfFinished();
  }

  @Override
  public SparseMemory contents(BufferType type) {
    checkOpen();
    return contents.computeIfAbsent(type, key -> new SparseMemory(profile.space(key)));
  }

  /** Records a circular buffer at the address that its program assigned to it. */
  public void placeCircularBuffer(
      long circularBufferId, long programId, CoreRange cores, long address, long sizeBytes) {
    checkOpen();
    allocator.placeCircularBuffer(circularBufferId, programId, cores, address, sizeBytes);
  }

  /** Removes the record of a circular buffer; also works after the session has ended. */
  public void releaseCircularBuffer(long circularBufferId) {
    if (isTornDown()) {
      return;
    }
    allocator.releaseCircularBuffer(circularBufferId);
    forgetIfFinished();
  }

  /**
   * Checks that circular buffers up to {@code regionEnd} do not reach into this chip's L1 buffers.
   *
   * @throws CircularBufferClashException if they do
   */
  public void checkCircularBufferRegion(long programId, CoreRange cores, long regionEnd) {
    SpaceStatistics l1 = allocator.statistics(BufferType.L1);
    Block lowest = l1.lowestBuffer();
    if (lowest != null && regionEnd > lowest.address()) {
      throw new CircularBufferClashException(programId, cores, regionEnd, lowest, l1);
    }
  }

  /** Ends the session; a second call does nothing. */
  public void end() {
    ended = true;
    contents.values().forEach(SparseMemory::clear);
    contents.clear();
    if (isTornDown()) {
      drop();
    } else {
      forgetIfFinished();
    }
  }

  /** Drops the allocator's blocks and circular buffers; none of them may be freed afterwards. */
  public void drop() {
    allocator.drop();
    forgetIfFinished();
  }

  /** Whether the chip was closed. */
  public boolean hasEnded() {
    return ended;
  }

  /** The allocator's statistics for each space. */
  public List<SpaceStatistics> statistics() {
    return allocator.statistics();
  }

  Allocator allocator() {
    return allocator;
  }

  /** Frees the block at an address, whichever buffer owns it. */
  void freeByAddress(BufferType type, long address) {
    freed(type, allocator.free(type, address));
  }

  /** Frees a block that a mesh reserved, unless a buffer has claimed it. */
  void unreserve(BufferType type, Allocation allocation) {
    allocator.unreserve(type, allocation);
    forgetIfFinished();
  }

  void checkOpen() {
    if (ended) {
      throw new IllegalStateException(
          "The session %s of device %d has ended; expected an open device"
              .formatted(name, deviceId));
    }
  }

  /** Whether closing the chip has dropped all blocks, so that nothing is left to free. */
  private boolean isTornDown() {
    return ended && faults.has(Fault.TEARDOWN_UNREPORTED);
  }

  private void forgetIfFinished() {
    if (ended && allocator.isEmpty()) {
      pool.forget(this);
    }
  }
}
