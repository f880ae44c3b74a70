package io.ttalloc.runtime.ttnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.Meshes;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.testing.Await;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TtnnTest {
  private static final TensorShape SMALL = TensorShape.of(8, 2, 32, 64);
  private final MeshDevice mesh = Meshes.open();

  @AfterEach
  void close() {
    mesh.disableAndClearProgramCache();
    assertThat(dram()).containsOnly(0L);
    assertThat(Meshes.allocated(mesh.view(), BufferType.L1)).containsOnly(0L);
    mesh.close();
  }

  @Test
  void addsAsAPlainReferenceDoes() {
    TensorShape shape = TensorShape.of(8, 3, 40, 70);
    short[] left = random(shape, 1);
    short[] right = random(shape, 2);
    try (Tensor a = Tensor.fromHost(mesh, shape, left);
        Tensor b = Tensor.fromHost(mesh, shape, right);
        Tensor sum = Ttnn.add(a, b)) {
      short[] expected = new short[left.length];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = Bfloat16.fromFloat(Bfloat16.toFloat(left[i]) + Bfloat16.toFloat(right[i]));
      }
      assertThat(sum.toHost()).isEqualTo(expected);
      assertThat(a.toHost()).isEqualTo(left);
    }
  }

  @Test
  void multipliesAsAPlainReferenceDoes() {
    TensorShape shapeA = TensorShape.of(8, 2, 50, 33);
    TensorShape shapeB = TensorShape.of(8, 2, 33, 70);
    short[] left = random(shapeA, 3);
    short[] right = random(shapeB, 4);
    try (Tensor a = Tensor.fromHost(mesh, shapeA, left);
        Tensor b = Tensor.fromHost(mesh, shapeB, right);
        Tensor product = Ttnn.matmul(a, b)) {
      assertThat(product.shape()).isEqualTo(TensorShape.of(8, 2, 50, 70));
      short[] actual = product.toHost();
      for (int batch = 0; batch < 16; batch++) {
        for (int row = 0; row < 50; row++) {
          for (int column = 0; column < 70; column++) {
            float sum = 0;
            for (int k = 0; k < 33; k++) {
              sum +=
                  Bfloat16.toFloat(left[(batch * 50 + row) * 33 + k])
                      * Bfloat16.toFloat(right[(batch * 33 + k) * 70 + column]);
            }
            assertThat(actual[(batch * 50 + row) * 70 + column]).isEqualTo(Bfloat16.fromFloat(sum));
          }
        }
      }
    }
  }

  @Test
  void putsTheTensorsAndKernelsOfTheScenarioAtTheGoldenAddresses() {
    TensorShape summands = TensorShape.of(8, 8, 512, 512);
    try (Tensor tensor1 = Tensor.allocate(mesh, summands);
        Tensor tensor2 = Tensor.allocate(mesh, summands);
        Tensor sum = Ttnn.add(tensor1, tensor2);
        Tensor a = Tensor.allocate(mesh, TensorShape.of(8, 8, 256, 128));
        Tensor b = Tensor.allocate(mesh, TensorShape.of(8, 8, 128, 256));
        Tensor product = Ttnn.matmul(a, b)) {
      assertThat(List.of(tensor1, tensor2, sum, a, b, product))
          .extracting(Tensor::address)
          .containsExactly(2560032L, 2910240L, 3260448L, 3610656L, 3655712L, 3700768L);
      assertThat(dram()).containsOnly(14_716_928L);
    }
    assertThat(dram()).containsOnly(36_864L);
    assertThat(mesh.view().sessions().get(0).statistics().get(0).blocks())
        .extracting(block -> block.address(), block -> block.sizeBytes())
        .containsExactly(tuple(0x3FFFF000L, 24_576L), tuple(0x3FFFF800L, 12_288L));
    assertThat(Meshes.allocated(mesh.view(), BufferType.L1))
        .containsExactly(0L, 12_288L, 0L, 0L, 0L, 0L, 0L, 0L);
    mesh.clearProgramCache();
    assertThat(dram()).containsOnly(0L);
  }

  @Test
  void hitsTheCacheWithOtherAddresses() {
    short[] ones = new short[SMALL.elements()];
    Arrays.fill(ones, Bfloat16.fromFloat(1));
    try (Tensor a = Tensor.fromHost(mesh, SMALL, random(SMALL, 5));
        Tensor b = Tensor.fromHost(mesh, SMALL, random(SMALL, 6));
        Tensor first = Ttnn.add(a, b);
        Tensor one = Tensor.fromHost(mesh, SMALL, ones)) {
      mesh.cacheMissesAllowed(false);
      try (Tensor two = Ttnn.add(one, one)) {
        assertThat(two.address()).isNotEqualTo(first.address());
        assertThat(Bfloat16.toFloats(two.toHost())).containsOnly(2f);
      }
      assertThat(mesh.numProgramCacheEntries()).isEqualTo(1);
    }
  }

  @Test
  void makesAMissAnErrorWhenMissesAreNotAllowed() {
    mesh.cacheMissesAllowed(false);
    try (Tensor a = Tensor.allocate(mesh, SMALL)) {
      List<Long> before = dram();
      assertThatThrownBy(() -> Ttnn.add(a, a))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cacheMissesAllowed(false)");
      assertThat(dram()).isEqualTo(before);
    }
  }

  @Test
  void keepsOneEntryPerShape() {
    try (Tensor a = Tensor.allocate(mesh, SMALL);
        Tensor b = Tensor.allocate(mesh, TensorShape.of(8, 32, 64))) {
      Ttnn.add(a, a).close();
      Ttnn.add(b, b).close();
      Ttnn.add(a, a).close();
      assertThat(mesh.numProgramCacheEntries()).isEqualTo(2);
    }
  }

  @Test
  void keepsNoProgramWhileTheCacheIsDisabled() {
    mesh.disableAndClearProgramCache();
    try (Tensor a = Tensor.fromHost(mesh, SMALL, random(SMALL, 7));
        Tensor sum = Ttnn.add(a, a)) {
      assertThat(mesh.numProgramCacheEntries()).isZero();
      assertThat(dram()).containsOnly(2L * SMALL.elements() * 2 / 8);
      assertThat(sum.toHost()[0])
          .isEqualTo(Bfloat16.fromFloat(2 * Bfloat16.toFloat(a.toHost()[0])));
    }
    mesh.enableProgramCache();
  }

  @Test
  void leavesNothingBehindWhenAnOperationFails() {
    try (Tensor a = Tensor.allocate(mesh, SMALL)) {
      List<Long> before = dram();
      mesh.meshCommandQueue().close();
      assertThatThrownBy(() -> Ttnn.add(a, a))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is closed; expected an open mesh");
      assertThat(mesh.numProgramCacheEntries()).isZero();
      assertThat(dram()).isEqualTo(before);
    }
  }

  @Test
  void computesTheValuesOfATensorOnceAndOnlyIfSomethingReadsIt() {
    AtomicInteger computations = new AtomicInteger();
    short[] values = random(SMALL, 8);
    Supplier<short[]> computed =
        () -> {
          computations.incrementAndGet();
          return values;
        };
    try (Tensor read = Tensor.fromHost(mesh, SMALL, computed)) {
      Tensor.fromHost(mesh, SMALL, computed).close();
      assertThat(computations).hasValue(0);
      assertThat(read.toHost()).isEqualTo(values);
      assertThat(read.toHost()).isEqualTo(values);
      assertThat(computations).hasValue(1);
    }
  }

  @Test
  void theReadOfATensorFailsIfTooFewValuesAreComputed() {
    try (Tensor tensor = Tensor.fromHost(mesh, SMALL, () -> new short[3])) {
      assertThatThrownBy(tensor::toHost)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("has 32768 elements, not 3");
    }
  }

  @Test
  void refusesShapesThatDoNotGoTogether() {
    try (Tensor a = Tensor.allocate(mesh, SMALL);
        Tensor b = Tensor.allocate(mesh, TensorShape.of(8, 2, 64, 64))) {
      assertThatThrownBy(() -> Ttnn.add(a, b)).hasMessageContaining("expected the same shape");
      assertThatThrownBy(() -> Ttnn.matmul(b, a))
          .hasMessageContaining("[8, 2, 64, 64] and [8, 2, 32, 64]");
      assertThatThrownBy(() -> Tensor.fromHost(mesh, SMALL, new short[3]))
          .hasMessageContaining("has 32768 elements, not 3");
    }
    assertThatThrownBy(() -> Tensor.allocate(mesh, TensorShape.of(7, 2, 32, 32)))
        .hasMessageContaining("cannot be sharded over 8 chips");
  }

  @Test
  void freesATensorOnceThoughItIsDeallocatedTwice() {
    Tensor a = Tensor.allocate(mesh, SMALL);
    Ttnn.deallocate(a);
    try (Tensor b = Tensor.allocate(mesh, SMALL)) {
      Ttnn.deallocate(a);
      assertThat(dram()).containsOnly(b.buffer().deviceBuffers().get(0).size());
    }
  }

  @Test
  void freesATensorThatWasDropped() {
    Tensor dropped = Tensor.allocate(mesh, SMALL);
    assertThat(dropped.address()).isPositive();
    dropped = null;
    Await.collecting(() -> dram().stream().allMatch(bytes -> bytes == 0));
  }

  private List<Long> dram() {
    return Meshes.allocated(mesh.view(), BufferType.DRAM);
  }

  private static short[] random(TensorShape shape, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] values = new short[shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Bfloat16.fromFloat((float) (random.nextDouble() * 2 - 1));
    }
    return values;
  }
}
