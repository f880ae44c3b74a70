package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.mesh.MeshBuffer;
import io.ttalloc.runtime.mesh.MeshBufferConfig;
import io.ttalloc.runtime.mesh.MeshCommandQueue;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.BufferType;
import java.lang.ref.Cleaner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A tensor of bfloat16 values in the DRAM of a mesh, stored in tiles and sharded along its first
 * dimension.
 *
 * <p>Owns its memory until it is closed; if a tensor is dropped, a cleaner frees its memory. Used
 * by one thread at a time; a second close does nothing.
 */
public final class Tensor implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final MeshDevice device;
  private final TensorShape shape;
  private final MeshBuffer buffer;
  private final TensorReclaim reclaim;
  private final Cleaner.Cleanable cleanable;

  private Tensor(MeshDevice device, TensorShape shape, MeshBuffer buffer) {
    this.device = device;
    this.shape = shape;
    this.buffer = buffer;
    this.reclaim = new TensorReclaim(buffer);
    this.cleanable = CLEANER.register(this, reclaim);
  }

  /**
   * Allocates a tensor without writing to it.
   *
   * @throws io.ttalloc.runtime.memory.OutOfDeviceMemoryException if there is no room for it
   */
  public static Tensor allocate(MeshDevice device, TensorShape shape) {
    int chips = device.shape().size();
    MeshBufferConfig config =
        new MeshBufferConfig(
            MeshBufferConfig.Layout.SHARDED,
            shape.shard(chips).tiles() * chips * Tiles.TILE_BYTES,
            Tiles.TILE_BYTES,
            BufferType.DRAM,
            Direction.BOTTOM_UP);
    return new Tensor(device, shape, MeshBuffer.create(device.view(), config));
  }

  /**
   * Allocates a tensor and fills it. The values are copied when something reads the tensor, so the
   * array must not change while the tensor is open.
   *
   * @param values bfloat16 values, row by row
   * @throws IllegalArgumentException if the number of values differs from the number of elements of
   *     the shape
   */
  public static Tensor fromHost(MeshDevice device, TensorShape shape, short[] values) {
    checkComplete(shape, values);
    return allocate(device, shape).filledWith(() -> values);
  }

  /**
   * Allocates a tensor and fills it. The values are computed when something first reads the tensor;
   * that read fails if the number of values differs from the number of elements of the shape. If
   * nothing reads the tensor, the values are never computed.
   *
   * @param values returns bfloat16 values, row by row; called at most once
   */
  public static Tensor fromHost(MeshDevice device, TensorShape shape, Supplier<short[]> values) {
    return allocate(device, shape).filledWith(new ComputedOnce(shape, values));
  }

  private Tensor filledWith(Supplier<short[]> values) {
    boolean complete = false;
    try {
      MeshCommandQueue queue = device.meshCommandQueue();
      TensorShape shard = shardShape();
      for (int chip = 0; chip < device.shape().size(); chip++) {
        int start = chip * shard.elements();
        queue.enqueueWriteShard(buffer, chip, () -> Tiles.tilize(values.get(), start, shard));
      }
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
    return this;
  }

  private static void checkComplete(TensorShape shape, short[] values) {
    if (values.length != shape.elements()) {
      throw new IllegalArgumentException(
          "A tensor of shape %s has %d elements, not %d"
              .formatted(shape, shape.elements(), values.length));
    }
  }

  /** Values that are computed when the first chip needs them, and then shared. Thread-safe. */
  private static final class ComputedOnce implements Supplier<short[]> {
    private final TensorShape shape;
    private final Supplier<short[]> computation;
    private short @Nullable [] computed;

    ComputedOnce(TensorShape shape, Supplier<short[]> computation) {
      this.shape = shape;
      this.computation = computation;
    }

    @Override
    public synchronized short[] get() {
      if (computed == null) {
        short[] values = computation.get();
        checkComplete(shape, values);
        computed = values;
      }
      return computed;
    }
  }

  /** Reads the values, row by row. */
  public short[] toHost() {
    MeshCommandQueue queue = device.meshCommandQueue();
    TensorShape shard = shardShape();
    short[] values = new short[shape.elements()];
    for (int chip = 0; chip < device.shape().size(); chip++) {
      short[] tiled = queue.enqueueReadShard(buffer, chip);
      Tiles.untilize(tiled, shard, values, chip * shard.elements());
    }
    return values;
  }

  /** The mesh whose memory holds this tensor. */
  public MeshDevice device() {
    return device;
  }

  /** The shape of the whole tensor. */
  public TensorShape shape() {
    return shape;
  }

  /** The shape of each chip's part. */
  public TensorShape shardShape() {
    return shape.shard(device.shape().size());
  }

  /** The buffer that holds this tensor. */
  public MeshBuffer buffer() {
    return buffer;
  }

  /** The address in each bank of every chip. */
  public long address() {
    return buffer.address();
  }

  /** Frees the memory of this tensor. */
  @Override
  public void close() {
    reclaim.disarm();
    buffer.close();
    cleanable.clean();
  }
}
