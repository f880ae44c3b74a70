package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;
import java.util.function.Supplier;

/**
 * Moves data to and from the chips of a mesh, and runs workloads on them.
 *
 * <p>Commands do not wait in the queue: the model runs each command before the call returns, but
 * postpones computations until something reads their results. Used by one thread at a time.
 */
public final class MeshCommandQueue implements AutoCloseable {
  private final MeshDeviceView view;
  private final int id;
  private volatile boolean open = true;

  MeshCommandQueue(MeshDeviceView view, int id) {
    this.view = view;
    this.id = id;
  }

  /** The chips that this queue serves. */
  public MeshDeviceView view() {
    return view;
  }

  /**
   * Runs a workload on its chips. The first run also loads its kernel binaries.
   *
   * @throws io.ttalloc.runtime.memory.CircularBufferClashException if the circular buffers of a
   *     program overlap an L1 buffer; nothing is run in that case
   */
  public void enqueueMeshWorkload(MeshWorkload workload) {
    checkOpen();
    workload.impl().compile(view);
    workload.impl().loadBinaries(this);
    workload.impl().run(view);
  }

  /** Writes bytes to one chip; {@code index} is the chip's position, row by row. */
  public void enqueueWriteShard(MeshBuffer buffer, int index, byte[] data) {
    checkOpen();
    shard(buffer, index).write(data);
  }

  /**
   * Writes 16-bit numbers to one chip; {@code index} is the chip's position, row by row. The
   * supplier is called when something reads the numbers.
   */
  public void enqueueWriteShard(MeshBuffer buffer, int index, Supplier<short[]> data) {
    checkOpen();
    shard(buffer, index).writeShorts(data);
  }

  /**
   * Reads the data of one chip as 16-bit numbers; {@code index} is the chip's position, row by row.
   */
  public short[] enqueueReadShard(MeshBuffer buffer, int index) {
    checkOpen();
    return shard(buffer, index).readShorts();
  }

  /** Waits until all enqueued commands have finished. */
  public void finish() {
    checkOpen();
  }

  @Override
  public void close() {
    open = false;
  }

  private static Buffer shard(MeshBuffer buffer, int index) {
    return buffer.deviceBuffers().get(index);
  }

  private void checkOpen() {
    if (!open) {
      throw new IllegalStateException(
          "Command queue %d of %s is closed; expected an open mesh".formatted(id, view.name()));
    }
  }
}
