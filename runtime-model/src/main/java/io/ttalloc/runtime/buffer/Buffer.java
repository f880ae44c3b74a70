package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.graph.BufferInfo;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.SparseMemory;
import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.session.BufferMemory;
import java.util.List;
import java.util.function.Supplier;

/**
 * A handle to a range of device memory: the same range of addresses in every bank of a space.
 *
 * <p>A buffer either owns its memory or uses memory that something else owns; closing it frees only
 * memory that it owns. Address and size are known when the constructor returns. A buffer of size 0
 * uses no memory. A buffer that belongs to a whole mesh has device id -1 and no device bytes.
 *
 * <p>Closing is safe from any thread, even after the session has ended; a second close does
 * nothing. The contents may be used by only one thread at a time.
 */
public final class Buffer implements AutoCloseable {
  private final BufferMemory memory;
  private final BufferSpec spec;
  private final Allocation allocation;
  private final long address;
  private final long firstPage;
  private final long bankBytes;
  private final boolean ownsData;
  private final boolean hooked;
  private AllocationStatus status = AllocationStatus.ALLOCATION_REQUESTED;

  /** Creates a buffer that allocates its memory, or claims a block that its mesh has reserved. */
  private Buffer(BufferMemory memory, BufferSpec spec, boolean claims, long claimedAddress) {
    this.memory = memory;
    this.spec = spec;
    this.ownsData = true;
    this.firstPage = 0;
    this.bankBytes = layout().bankBytes(spec.sizeBytes(), spec.pageBytes());
    this.hooked = GraphTracker.instance().hookAllocate(info(0));
    if (hooked || spec.sizeBytes() == 0) {
      this.allocation = Allocation.NONE;
    } else if (claims) {
      this.allocation = memory.claim(spec.type(), claimedAddress, spec.sizeBytes());
    } else {
      this.allocation = memory.allocate(spec.request());
    }
    this.address = allocation.address();
    this.status = AllocationStatus.ALLOCATED;
    GraphTracker.instance().trackAllocate(info(address));
  }

  /** Creates a buffer in memory that something else owns. */
  private Buffer(
      BufferMemory memory, BufferSpec spec, long address, long firstPage, long bankBytes) {
    this.memory = memory;
    this.spec = spec;
    this.allocation = Allocation.NONE;
    this.address = address;
    this.firstPage = firstPage;
    this.bankBytes = bankBytes;
    this.ownsData = false;
    this.hooked = false;
    this.status = AllocationStatus.ALLOCATED;
    GraphTracker.instance().trackAllocate(info(address));
  }

  /**
   * Creates a buffer that owns its memory.
   *
   * @throws io.ttalloc.runtime.memory.OutOfDeviceMemoryException if there is no room for it
   */
  public static Buffer create(BufferDevice device, BufferSpec spec) {
    return new Buffer(device.memory(), spec, false, 0);
  }

  /** Creates a buffer at {@code address}, in memory that something else owns. */
  public static Buffer create(BufferDevice device, long address, BufferSpec spec) {
    BufferMemory memory = device.memory();
    long bankBytes = memory.layout(spec.type()).bankBytes(spec.sizeBytes(), spec.pageBytes());
    return new Buffer(memory, spec, address, 0, bankBytes);
  }

  /**
   * Creates a chip's own buffer in the block that its mesh has reserved at {@code address}. The new
   * buffer then owns the block.
   *
   * @throws IllegalStateException if no block is reserved at the address
   */
  public static Buffer claim(BufferDevice device, long address, BufferSpec spec) {
    return new Buffer(device.memory(), spec, true, address);
  }

  /**
   * Creates a buffer that uses a part of this buffer's memory. The address and {@link #bankBytes}
   * of the new buffer give the range that the pages of this part occupy in each bank.
   *
   * @throws IllegalArgumentException if the part is not page-aligned or lies outside this buffer
   */
  public Buffer view(BufferRegion region) {
    checkAllocated();
    long page = spec.pageBytes();
    long end = region.offsetBytes() + region.sizeBytes();
    if (region.offsetBytes() < 0 || region.sizeBytes() < 0 || end > spec.sizeBytes()) {
      throw new IllegalArgumentException(
          "No view of [%d, %d): the buffer has %d B"
              .formatted(region.offsetBytes(), end, spec.sizeBytes()));
    }
    if (region.offsetBytes() % page != 0 || (end % page != 0 && end != spec.sizeBytes())) {
      throw new IllegalArgumentException(
          "No view of [%d, %d): expected multiples of the page size %d"
              .formatted(region.offsetBytes(), end, page));
    }
    BankLayout layout = layout();
    long first = firstPage + region.offsetBytes() / page;
    long last = first + BankLayout.pages(region.sizeBytes(), page);
    long firstRow = first / layout.banks();
    long endRow = (last + layout.banks() - 1) / layout.banks();
    long stride = layout.alignedPageBytes(page);
    long rows = region.sizeBytes() == 0 ? 0 : endRow - firstRow;
    BufferSpec part =
        new BufferSpec(region.sizeBytes(), spec.pageBytes(), spec.type(), spec.direction());
    return new Buffer(
        memory, part, address + firstRow * stride, first % layout.banks(), rows * stride);
  }

  /** Frees the memory, if this buffer owns it. */
  @Override
  public void close() {
    synchronized (this) {
      if (status == AllocationStatus.DEALLOCATED && !memory.faults().has(Fault.DOUBLE_CLOSE)) {
        return;
      }
      status = AllocationStatus.DEALLOCATED;
    }
    GraphTracker.instance().trackDeallocate(info(address));
    if (hooked && GraphTracker.instance().hookDeallocate(info(address))) {
      return;
    }
    if (ownsData) {
      memory.free(spec.type(), allocation);
    }
  }

  /** The total size over all banks, in bytes. */
  public long size() {
    return spec.sizeBytes();
  }

  /** The number of bytes on a chip that this handle represents; 0 if it belongs to a whole mesh. */
  public long deviceBytes() {
    return deviceId() == BufferMemory.MESH_DEVICE_ID ? 0 : spec.sizeBytes();
  }

  /** The number of bytes in each bank, starting at {@link #address}. */
  public long bankBytes() {
    return bankBytes;
  }

  /** The page size in bytes. */
  public int pageSize() {
    return spec.pageBytes();
  }

  /** The address in each bank; still available after closing. */
  public long address() {
    return address;
  }

  /** The id of the chip, or -1 if this buffer belongs to a whole mesh. */
  public int deviceId() {
    return memory.deviceId();
  }

  /** The session that the memory belongs to. */
  public String sessionName() {
    return memory.sessionName();
  }

  /** The memory space. */
  public BufferType bufferType() {
    return spec.type();
  }

  /** Whether this buffer owns its memory. */
  public boolean ownsData() {
    return ownsData;
  }

  /** The state of the buffer. */
  public synchronized AllocationStatus status() {
    return status;
  }

  /** Writes bytes, beginning at the start of the buffer. */
  public void write(byte[] data) {
    checkFits(data.length);
    memory.contents(spec.type()).write(address, firstPage, spec.pageBytes(), data);
  }

  /**
   * Writes 16-bit numbers, beginning at the start of the buffer. The supplier is called when
   * something reads the buffer; that read fails if the numbers do not fit. If the buffer is closed
   * first, the supplier is never called.
   */
  public void writeShorts(Supplier<short[]> data) {
    checkAllocated();
    SparseMemory contents = memory.contents(spec.type());
    SparseMemory.Pages pages =
        new SparseMemory.Pages(address, firstPage, spec.pageBytes(), spec.sizeBytes());
    // The kernel has no reference to this buffer, which may be dropped before the kernel runs.
    contents.enqueue(
        List.of(),
        pages,
        () -> {
          short[] fetched = data.get();
          if (fetched.length * 2L > pages.bytes()) {
            throw new IllegalArgumentException(
                "%d B do not fit into the %d B of the buffer at %d; nothing was written"
                    .formatted(fetched.length * 2L, pages.bytes(), pages.address()));
          }
          contents.writeShorts(pages.address(), pages.firstPage(), pages.pageBytes(), fetched);
        });
  }

  /** Reads the whole buffer. */
  public byte[] read() {
    byte[] data = new byte[Math.toIntExact(spec.sizeBytes())];
    checkFits(data.length);
    memory.contents(spec.type()).read(address, firstPage, spec.pageBytes(), data);
    return data;
  }

  /** Reads the whole buffer as 16-bit numbers. */
  public short[] readShorts() {
    short[] data = new short[Math.toIntExact(spec.sizeBytes() / 2)];
    checkFits(data.length * 2L);
    memory.contents(spec.type()).readShorts(address, firstPage, spec.pageBytes(), data);
    return data;
  }

  @Override
  public String toString() {
    return "Buffer(%s, %d B at %d of %s, %s)"
        .formatted(spec.type(), spec.sizeBytes(), address, sessionName(), status());
  }

  private void checkFits(long bytes) {
    checkAllocated();
    if (bytes > spec.sizeBytes()) {
      throw new IllegalArgumentException(
          "%d B do not fit into %s; nothing was written".formatted(bytes, this));
    }
  }

  private void checkAllocated() {
    if (status() != AllocationStatus.ALLOCATED && !memory.faults().has(Fault.USE_AFTER_CLOSE)) {
      throw new IllegalStateException("Expected an open buffer, found " + this);
    }
  }

  private BankLayout layout() {
    return memory.layout(spec.type());
  }

  private BufferInfo info(long at) {
    return new BufferInfo(
        at, spec.sizeBytes(), memory.deviceId(), memory.sessionName(), spec.type(), ownsData);
  }
}
