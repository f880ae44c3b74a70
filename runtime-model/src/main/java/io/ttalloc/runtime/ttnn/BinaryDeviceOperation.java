package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.program.Kernel;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramKey;
import java.lang.ref.Reference;

/** An element-wise operation on two tensors of the same shape. */
final class BinaryDeviceOperation extends DeviceOperation {
  /** The number of tiles in each circular buffer: one tile is filled while the other is used. */
  private static final int DOUBLE_BUFFERED = 2;

  // The kernels' code sizes. Together they take 6 pages of 2,048 bytes, as in logs of TT-Metal.
  private static final Kernel READER =
      Kernel.dataMovement("reader_binary_interleaved_start_id.cpp", 2_960);
  private static final Kernel WRITER =
      Kernel.dataMovement("writer_unary_interleaved_start_id.cpp", 2_512);
  private static final Kernel COMPUTE =
      Kernel.compute("eltwise_binary_kernel.cpp", 1_904, 2_208, 1_872);

  private final Tensor a;
  private final Tensor b;
  private final Tensor output;

  private BinaryDeviceOperation(Tensor a, Tensor b, Tensor output) {
    this.a = a;
    this.b = b;
    this.output = output;
  }

  /** Adds two tensors and returns the sum as a new tensor. */
  static Tensor invoke(Tensor a, Tensor b) {
    validate(a, b);
    MeshDevice mesh = a.device();
    synchronized (mesh.operationLock()) {
      Tensor output = createOutputTensor(a);
      boolean complete = false;
      try {
        BinaryDeviceOperation operation = new BinaryDeviceOperation(a, b, output);
        if (operation.isCached(mesh)) {
          operation.enqueueCachedMeshWorkload(mesh);
        } else {
          operation.createAndCacheMeshWorkload(mesh);
        }
        complete = true;
        return output;
      } finally {
        if (!complete) {
          output.close();
        }
        // The program contains only addresses, so without these fences an input might be reclaimed
        // before the program has run.
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
      }
    }
  }

  private static void validate(Tensor a, Tensor b) {
    checkSameMesh(a, b);
    if (!a.shape().equals(b.shape())) {
      throw new IllegalArgumentException(
          "Cannot add tensors of shapes %s and %s; expected the same shape"
              .formatted(a.shape(), b.shape()));
    }
  }

  private static Tensor createOutputTensor(Tensor a) {
    return Tensor.allocate(a.device(), a.shape());
  }

  @Override
  ProgramKey key() {
    return new ProgramKey("BinaryDeviceOperation(ADD)", "bfloat16 tile sharded " + a.shape());
  }

  @Override
  Program buildProgram() {
    long tiles = a.shardShape().tiles();
    Program program =
        new Program(
            (session, arguments) ->
                ComputeKernels.enqueueAdd(
                    session, arguments[0], arguments[1], arguments[2], tiles));
    program.addKernel(READER);
    program.addKernel(WRITER);
    program.addKernel(COMPUTE);
    CoreRange cores = a.device().view().profile().cores();
    for (int cb = 0; cb < 3; cb++) {
      program.addCircularBuffer(
          CircularBufferConfig.of(cb, cores, DOUBLE_BUFFERED, Tiles.TILE_BYTES));
    }
    return program;
  }

  @Override
  long[] runtimeArguments() {
    return new long[] {a.address(), b.address(), output.address()};
  }
}
