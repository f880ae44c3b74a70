package io.ttalloc.runtime.program;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferDevice;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.buffer.CircularBuffer;
import io.ttalloc.runtime.buffer.CircularBufferAllocator;
import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.graph.Inspector;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.SystemKernel;
import io.ttalloc.runtime.session.DeviceSession;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a program: its kernels and their binary, its circular buffers, and the buffers
 * that it owns.
 *
 * <p>Owns its circular buffers, the alias of its kernel binary and, if it is one of the system's
 * own programs, the buffers of the system kernels; closing frees them all. Used by one thread at a
 * time; a second close does nothing.
 */
public final class ProgramImpl implements AutoCloseable {
  private final long id = Inspector.programCreated();
  private final KernelFunction function;
  private final List<Kernel> kernels = new ArrayList<>();
  private final List<CircularBuffer> circularBuffers = new ArrayList<>();
  private final Map<CoreRange, CircularBufferAllocator> cbAllocators = new LinkedHashMap<>();
  private final List<Buffer> systemKernelBuffers = new ArrayList<>();
  private byte @Nullable [] binary;
  private @Nullable Buffer kernelsBinBuffer;
  private @Nullable DeviceSession cbReference;
  private long[] runtimeArguments = {};
  private boolean closed;

  ProgramImpl(KernelFunction function) {
    this.function = function;
  }

  /** The program's number in this process. */
  public long id() {
    return id;
  }

  /** A human-readable name of this program. */
  public String name() {
    return "ProgramImpl#" + id;
  }

  void addKernel(Kernel kernel) {
    checkNotCompiled();
    kernels.add(kernel);
  }

  void addCircularBuffer(CircularBufferConfig config) {
    checkNotCompiled();
    circularBuffers.add(new CircularBuffer(id, config));
  }

  void setRuntimeArguments(long... arguments) {
    runtimeArguments = arguments.clone();
  }

  /** Compiles the kernels; a second call does nothing. */
  public void compile() {
    if (binary == null) {
      ByteArrayOutputStream compiled = new ByteArrayOutputStream();
      kernels.forEach(kernel -> compiled.writeBytes(kernel.compile()));
      binary = compiled.toByteArray();
    }
  }

  /** The compiled kernels, one after another. */
  public byte[] binary() {
    byte[] compiled = binary;
    if (compiled == null) {
      throw new IllegalStateException(name() + " is not compiled yet");
    }
    return compiled;
  }

  /**
   * Places the circular buffers that are not globally allocated; a second call does nothing. They
   * are placed once for all chips that the program runs on, and recorded only for the chip of
   * {@code reference}.
   */
  public void allocateCircularBuffers(DeviceSession reference) {
    if (cbReference != null || closed) {
      return;
    }
    cbReference = reference;
    long base = reference.layout(BufferType.L1).base();
    for (CircularBuffer cb : circularBuffers) {
      cbAllocators.computeIfAbsent(cb.cores(), cores -> new CircularBufferAllocator(cores, base));
    }
    for (CircularBuffer cb : circularBuffers) {
      CircularBufferAllocator own = cbAllocators.get(cb.cores());
      if (own != null && !cb.isGloballyAllocated()) {
        long address = own.next();
        cb.assignAddress(reference, address);
        if (reference.faults().has(Fault.CB_FREE_BY_DEVICE)) {
          CbsByDevice.add(reference, cb);
        }
        for (CircularBufferAllocator allocator : allocatorsOn(cb.cores())) {
          allocator.mark(address, cb.size());
        }
      }
    }
  }

  /**
   * Checks that the circular buffers do not reach into the L1 buffers of a chip.
   *
   * @throws io.ttalloc.runtime.memory.CircularBufferClashException if they do
   */
  public void validateCircularBufferRegion(DeviceSession session) {
    for (CircularBufferAllocator allocator : cbAllocators.values()) {
      session.checkCircularBufferRegion(id, allocator.cores(), allocator.end());
    }
  }

  /** Frees the circular buffers; does nothing if none is placed. */
  public void deallocateCircularBuffers() {
    DeviceSession reference = cbReference;
    if (reference == null) {
      return;
    }
    if (reference.faults().has(Fault.CB_NEVER_FREED)) {
      return;
    }
    boolean byDevice = reference.faults().has(Fault.CB_FREE_BY_DEVICE);
    for (CircularBuffer cb : byDevice ? CbsByDevice.takeAll(reference) : circularBuffers) {
      if (cb.isPlaced()) {
        cb.release();
      }
    }
    // Passes only the device, as in TT-Metal, so a listener cannot know which programs were
    // affected.
    GraphTracker.instance().trackDeallocateCb(reference.deviceId());
  }

  /** The circular buffers, in the order in which they were added. */
  public List<CircularBuffer> circularBuffers() {
    return List.copyOf(circularBuffers);
  }

  /** Creates and keeps an alias of the kernel binary, which is at {@code address} on every chip. */
  public void setKernelsBinBuffer(BufferDevice device, long address, BufferSpec spec) {
    kernelsBinBuffer = Buffer.create(device, address, spec);
  }

  /** The alias of the kernel binary; null before the binary is loaded. */
  public @Nullable Buffer kernelsBinBuffer() {
    return kernelsBinBuffer;
  }

  /** Loads the system's own kernels onto a chip, where they stay until the program is closed. */
  public void loadSystemKernels(BufferDevice device, List<SystemKernel> systemKernels) {
    for (SystemKernel kernel : systemKernels) {
      BufferSpec spec =
          new BufferSpec(
              kernel.bytes(), kernel.bytes(), BufferType.KERNEL_CONFIG, Direction.BOTTOM_UP);
      systemKernelBuffers.add(Buffer.create(device, spec));
    }
  }

  /** Runs the kernels on one chip. */
  public void run(DeviceSession session) {
    if (closed) {
      throw new IllegalStateException(name() + " is closed; it cannot run");
    }
    function.run(session, runtimeArguments.clone());
  }

  /** Frees everything that the program owns. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    List<AutoCloseable> owned = new ArrayList<>();
    owned.add(this::deallocateCircularBuffers);
    if (kernelsBinBuffer != null) {
      owned.add(kernelsBinBuffer);
    }
    owned.addAll(systemKernelBuffers);
    owned.add(() -> Inspector.programDestroyed(id));
    ClosingTogether.closeAll(owned);
  }

  private List<CircularBufferAllocator> allocatorsOn(CoreRange cores) {
    return cbAllocators.values().stream()
        .filter(allocator -> allocator.cores().intersects(cores))
        .toList();
  }

  private void checkNotCompiled() {
    if (binary != null) {
      throw new IllegalStateException(name() + " is already compiled; it cannot be changed");
    }
  }
}
