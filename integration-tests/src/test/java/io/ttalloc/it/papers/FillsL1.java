package io.ttalloc.it.papers;

import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.memory.OutOfDeviceMemoryException;
import io.ttalloc.runtime.mesh.MeshBuffer;
import io.ttalloc.runtime.mesh.MeshBufferConfig;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.TensorShape;
import io.ttalloc.runtime.ttnn.Ttnn;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps an L1 buffer that leaves no room for a second buffer. Then tries to create a second buffer
 * and to add tensors.
 */
final class FillsL1 {
  private static final int PER_BANK = 1_360_000;
  private static final TensorShape SHAPE = TensorShape.of(8, 8, 32, 32);
  private static final List<AutoCloseable> KEPT = new ArrayList<>();

  private FillsL1() {}

  public static void main(String[] args) {
    MeshDevice mesh = MeshDevice.open(new MeshShape(2, 4));
    KEPT.add(mesh);
    KEPT.add(MeshBuffer.create(mesh.view(), l1()));
    try {
      KEPT.add(MeshBuffer.create(mesh.view(), l1()));
    } catch (OutOfDeviceMemoryException e) {
      System.out.println(e.getMessage());
    }
    try (Tensor tensor = Tensor.fromHost(mesh, SHAPE, new short[SHAPE.elements()])) {
      KEPT.add(Ttnn.add(tensor, tensor));
    }
  }

  private static MeshBufferConfig l1() {
    return new MeshBufferConfig(
        MeshBufferConfig.Layout.REPLICATED,
        64 * PER_BANK,
        PER_BANK,
        BufferType.L1,
        Direction.TOP_DOWN);
  }
}
