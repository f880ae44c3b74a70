package io.ttalloc.runtime.ttnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.runtime.graph.BufferInfo;
import io.ttalloc.runtime.graph.GraphProcessor;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.Meshes;
import io.ttalloc.runtime.profile.CoreRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks the call chains by which reports attribute memory, so that a new helper method in such a
 * chain does not go unnoticed.
 */
class CallChainTest {
  private final MeshDevice mesh = Meshes.open();
  private final Chains chains = new Chains();

  @AfterEach
  void close() {
    GraphTracker.instance().popProcessor(chains);
    mesh.disableAndClearProgramCache();
    mesh.close();
  }

  @Test
  void opensAKernelBinaryUnderLoadBinariesUnderTheOperation() {
    add();
    assertThat(chains.kernels)
        .hasSize(8)
        .allSatisfy(
            chain ->
                assertThat(chain)
                    .containsExactly(
                        "Buffer.<init>",
                        "Buffer.claim",
                        "MeshBuffer.create",
                        "MeshWorkloadImpl.loadBinaries",
                        "MeshCommandQueue.enqueueMeshWorkload",
                        "DeviceOperation.createAndCacheMeshWorkload",
                        "BinaryDeviceOperation.invoke",
                        "Ttnn.add"));
  }

  @Test
  void placesCircularBuffersUnderTheOperation() {
    add();
    assertThat(chains.circularBuffers)
        .hasSize(3)
        .allSatisfy(
            chain ->
                assertThat(chain)
                    .containsExactly(
                        "CircularBuffer.assignAddress",
                        "ProgramImpl.allocateCircularBuffers",
                        "MeshWorkloadImpl.compile",
                        "DeviceOperation.createAndCacheMeshWorkload",
                        "BinaryDeviceOperation.invoke",
                        "Ttnn.add"));
  }

  private void add() {
    TensorShape shape = TensorShape.of(8, 1, 32, 32);
    try (Tensor a = Tensor.allocate(mesh, shape)) {
      GraphTracker.instance().pushProcessor(chains);
      Ttnn.add(a, a).close();
    }
  }

  private static final class Chains implements GraphProcessor {
    private final List<List<String>> kernels = new ArrayList<>();
    private final List<List<String>> circularBuffers = new ArrayList<>();

    @Override
    public void trackAllocate(BufferInfo buffer) {
      if (buffer.address() == 0x3FFFF800L && buffer.deviceId() >= 0 && buffer.ownsData()) {
        kernels.add(chain());
      }
    }

    @Override
    public void trackAllocateCb(CoreRange cores, long address, long sizeBytes, int deviceId) {
      circularBuffers.add(chain());
    }

    /** The frames between the tracker's caller and the application's call. */
    private static List<String> chain() {
      List<String> chain = new ArrayList<>();
      for (StackTraceElement frame : new Throwable().getStackTrace()) {
        String type = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
        if (type.equals("CallChainTest")) {
          break;
        }
        if (!type.startsWith("CallChainTest") && !type.equals("GraphTracker")) {
          chain.add(type + "." + frame.getMethodName());
        }
      }
      return chain;
    }
  }
}
