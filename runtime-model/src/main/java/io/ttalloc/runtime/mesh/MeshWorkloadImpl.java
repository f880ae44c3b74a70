package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.graph.Inspector;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.program.ClosingTogether;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.session.DeviceSession;
import io.ttalloc.runtime.session.LockStepMemory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a workload: its programs and the kernel binaries that it keeps in chip DRAM.
 *
 * <p>Owns its programs and the buffer of the binaries; closing frees both. Used by one thread at a
 * time; a second close does nothing.
 */
public final class MeshWorkloadImpl implements AutoCloseable {
  /** The page size, in bytes, with which programs are written to the chips. */
  static final int PROGRAM_PAGE_SIZE = 2_048;

  private final long id = Inspector.meshWorkloadCreated();
  private final Map<MeshCoordinateRange, Program> programs = new LinkedHashMap<>();
  private @Nullable MeshBuffer kernelBinBuf;
  private @Nullable LockStepMemory binariesMemory;
  private boolean compiled;
  private boolean closed;

  MeshWorkloadImpl() {}

  /** The workload's number in this process. */
  public long id() {
    return id;
  }

  /** A human-readable name of this workload. */
  public String name() {
    return "MeshWorkloadImpl#" + id;
  }

  void addProgram(MeshCoordinateRange range, Supplier<Program> factory) {
    if (compiled) {
      throw new IllegalStateException(name() + " is already compiled; no program can be added");
    }
    programs.put(range, factory.get());
  }

  /** Replaces the runtime arguments of all programs. */
  public void setRuntimeArguments(long... arguments) {
    programs.values().forEach(program -> program.setRuntimeArguments(arguments));
  }

  /**
   * Compiles the programs and places their circular buffers on the first call. Every call checks
   * that the circular buffers do not reach into an L1 buffer.
   *
   * @throws IllegalArgumentException if a program is for chips that the mesh does not have
   * @throws io.ttalloc.runtime.memory.CircularBufferClashException if the circular buffers reach
   *     into an L1 buffer
   */
  public void compile(MeshDeviceView mesh) {
    if (!compiled) {
      for (MeshCoordinateRange range : programs.keySet()) {
        if (!range.fits(mesh.shape())) {
          throw new IllegalArgumentException(
              "%s is not a part of %s (%s)".formatted(range, mesh.name(), mesh.shape()));
        }
      }
      for (Program program : programs.values()) {
        program.impl().compile();
        // Placed once for the whole mesh, since all chips have the same cores.
        program.impl().allocateCircularBuffers(mesh.referenceDevice().memory());
      }
      compiled = true;
    }
    forEachChip(mesh, (program, session) -> program.impl().validateCircularBufferRegion(session));
  }

  /**
   * Writes the kernel binaries to the chips on the first call; later calls do nothing.
   *
   * <p>The binaries stay in {@code kernelBinBuf} until the workload is closed. They are written
   * through a view of this buffer, which is closed after loading. Each program keeps an alias that
   * belongs to the mesh and uses no memory of any chip.
   *
   * @throws io.ttalloc.runtime.memory.OutOfDeviceMemoryException if there is no room for the
   *     binaries
   */
  public void loadBinaries(MeshCommandQueue queue) {
    if (kernelBinBuf != null || closed) {
      return;
    }
    MeshDeviceView mesh = queue.view();
    int largest = 0;
    for (Program program : programs.values()) {
      largest = Math.max(largest, program.impl().binary().length);
    }
    int pages = (largest + PROGRAM_PAGE_SIZE - 1) / PROGRAM_PAGE_SIZE;
    MeshBufferConfig config =
        new MeshBufferConfig(
            MeshBufferConfig.Layout.REPLICATED,
            (long) pages * PROGRAM_PAGE_SIZE,
            PROGRAM_PAGE_SIZE,
            BufferType.DRAM,
            Direction.TOP_DOWN);
    MeshBuffer binaries = MeshBuffer.create(mesh, config);
    kernelBinBuf = binaries;
    binariesMemory = mesh.memory();
    MeshBuffer kernelBinBufView = MeshBuffer.create(mesh, config, binaries.address());
    try {
      for (Map.Entry<MeshCoordinateRange, Program> entry : programs.entrySet()) {
        byte[] binary = entry.getValue().impl().binary();
        for (int index : entry.getKey().indexes(mesh.shape())) {
          queue.enqueueWriteShard(kernelBinBufView, index, binary);
        }
      }
    } finally {
      if (!mesh.memory().faults().has(Fault.VIEW_LEFT_OPEN)) {
        kernelBinBufView.close();
      }
    }
    BufferSpec spec =
        new BufferSpec(config.globalBytes(), config.pageBytes(), config.type(), config.direction());
    for (Program program : programs.values()) {
      program.impl().setKernelsBinBuffer(mesh, binaries.address(), spec);
    }
  }

  /** The chips' buffers that hold the kernel binaries, row by row; empty before loading. */
  public List<Buffer> kernelBinaries() {
    return kernelBinBuf == null ? List.of() : kernelBinBuf.deviceBuffers();
  }

  /** The programs, in the order in which they were added. */
  public List<Program> programs() {
    return List.copyOf(programs.values());
  }

  /** Runs every program on its chips, one chip after another. */
  void run(MeshDeviceView mesh) {
    forEachChip(mesh, (program, session) -> program.impl().run(session));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    List<AutoCloseable> owned = new ArrayList<>(programs.values());
    MeshBuffer binaries = kernelBinBuf;
    LockStepMemory memory = binariesMemory;
    if (binaries != null && memory != null) {
      boolean unseen = memory.faults().has(Fault.FREE_UNSEEN);
      owned.add(
          unseen
              ? () -> memory.freeByAddress(binaries.config().type(), binaries.address())
              : binaries);
    }
    owned.add(() -> Inspector.meshWorkloadDestroyed(id));
    ClosingTogether.closeAll(owned);
  }

  private interface OnChip {
    void accept(Program program, DeviceSession session);
  }

  private void forEachChip(MeshDeviceView mesh, OnChip action) {
    List<DeviceSession> sessions = mesh.sessions();
    for (Map.Entry<MeshCoordinateRange, Program> entry : programs.entrySet()) {
      for (int index : entry.getKey().indexes(mesh.shape())) {
        action.accept(entry.getValue(), sessions.get(index));
      }
    }
  }
}
