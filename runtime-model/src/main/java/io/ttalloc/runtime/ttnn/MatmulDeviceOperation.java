package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.program.Kernel;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramKey;
import java.lang.ref.Reference;

/** An operation that multiplies two tensors matrix by matrix. */
final class MatmulDeviceOperation extends DeviceOperation {
  // The kernels' code sizes. Together they take 12 pages of 2,048 bytes, as in logs of TT-Metal.
  private static final Kernel READER =
      Kernel.dataMovement("reader_bmm_8bank_output_tiles_partitioned.cpp", 5_776);
  private static final Kernel WRITER =
      Kernel.dataMovement("writer_bmm_interleaved_start_id.cpp", 3_600);
  private static final Kernel COMPUTE = Kernel.compute("bmm.cpp", 3_680, 6_192, 3_664);

  private final Tensor a;
  private final Tensor b;
  private final Tensor output;

  private MatmulDeviceOperation(Tensor a, Tensor b, Tensor output) {
    this.a = a;
    this.b = b;
    this.output = output;
  }

  /** Multiplies two tensors and returns the product as a new tensor. */
  static Tensor invoke(Tensor a, Tensor b) {
    validate(a, b);
    MeshDevice mesh = a.device();
    synchronized (mesh.operationLock()) {
      Tensor output = createOutputTensor(a, b);
      boolean complete = false;
      try {
        MatmulDeviceOperation operation = new MatmulDeviceOperation(a, b, output);
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
    boolean sameBatches =
        a.shape()
            .dims()
            .subList(0, a.shape().dims().size() - 2)
            .equals(b.shape().dims().subList(0, b.shape().dims().size() - 2));
    if (!sameBatches || a.shape().columns() != b.shape().rows()) {
      throw new IllegalArgumentException(
          "Cannot multiply tensors of shapes %s and %s; expected [..., m, k] and [..., k, n]"
              .formatted(a.shape(), b.shape()));
    }
  }

  private static Tensor createOutputTensor(Tensor a, Tensor b) {
    return Tensor.allocate(a.device(), a.shape().withColumns(b.shape().columns()));
  }

  @Override
  ProgramKey key() {
    return new ProgramKey(
        "MatmulDeviceOperation", "bfloat16 tile sharded %s @ %s".formatted(a.shape(), b.shape()));
  }

  @Override
  Program buildProgram() {
    TensorShape shapeA = a.shardShape();
    TensorShape shapeB = b.shardShape();
    Program program =
        new Program(
            (session, arguments) ->
                ComputeKernels.enqueueMatmul(
                    session, arguments[0], shapeA, arguments[1], shapeB, arguments[2]));
    program.addKernel(READER);
    program.addKernel(WRITER);
    program.addKernel(COMPUTE);
    CoreRange cores = a.device().view().profile().cores();
    // Both inputs are double-buffered; for the output, one tile is enough.
    program.addCircularBuffer(CircularBufferConfig.of(0, cores, 2, Tiles.TILE_BYTES));
    program.addCircularBuffer(CircularBufferConfig.of(1, cores, 2, Tiles.TILE_BYTES));
    program.addCircularBuffer(CircularBufferConfig.of(16, cores, 1, Tiles.TILE_BYTES));
    return program;
  }

  @Override
  long[] runtimeArguments() {
    return new long[] {a.address(), b.address(), output.address()};
  }
}
