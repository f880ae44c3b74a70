package io.ttalloc.runtime.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.buffer.CircularBuffer;
import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.graph.Inspector;
import io.ttalloc.runtime.graph.LiveAllocations;
import io.ttalloc.runtime.memory.CircularBufferClashException;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.program.Kernel;
import io.ttalloc.runtime.program.Program;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeshWorkloadTest {
  private static final long TOP_PAGE = 0x3FFFF800L;
  private final MeshDevice mesh = Meshes.open();
  private final LiveAllocations live = new LiveAllocations();
  private final Set<Integer> ranOn = new TreeSet<>();

  MeshWorkloadTest() {
    GraphTracker.instance().pushProcessor(live);
  }

  @AfterEach
  void close() {
    GraphTracker.instance().popProcessor(live);
    mesh.close();
  }

  @Test
  void opensTwoBuffersPerChipForItsKernelsAndClosesOne() {
    MeshWorkload workload = workload();
    mesh.meshCommandQueue().enqueueMeshWorkload(workload);
    assertThat(live.countsOnChips(TOP_PAGE)).isEqualTo(new LiveAllocations.Counts(16, 8));
    assertThat(live.countsOnChips(TOP_PAGE).live()).isEqualTo(8);
    assertThat(live.counts(-1, TOP_PAGE))
        .as("the backing buffer and the lasting alias: 18 allocations in all")
        .isEqualTo(new LiveAllocations.Counts(2, 0));
    assertThat(workload.impl().kernelBinaries())
        .extracting(Buffer::address, Buffer::size)
        .containsOnly(tuple(TOP_PAGE, 12_288L));

    workload.close();
    assertThat(live.countsOnChips(TOP_PAGE).live()).isZero();
    assertThat(live.counts(-1, TOP_PAGE).live()).isZero();
    assertThat(Meshes.allocated(mesh.view(), BufferType.DRAM)).containsOnly(0L);
  }

  @Test
  void loadsOnceHoweverOftenItIsEnqueued() {
    try (MeshWorkload workload = workload()) {
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      assertThat(live.countsOnChips(TOP_PAGE)).isEqualTo(new LiveAllocations.Counts(16, 8));
    }
  }

  @Test
  void writesTheKernelBinaryToEveryChip() {
    try (MeshWorkload workload = workload()) {
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      byte[] binary = workload.impl().programs().get(0).impl().binary();
      assertThat(binary).hasSize(11_472);
      assertThat(workload.impl().kernelBinaries())
          .hasSize(8)
          .allSatisfy(
              buffer -> assertThat(Arrays.copyOf(buffer.read(), binary.length)).isEqualTo(binary));
    }
  }

  @Test
  void recordsCircularBuffersForTheLowestChipOnly() {
    try (MeshWorkload workload = workload()) {
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      CircularBuffer cb = workload.impl().programs().get(0).impl().circularBuffers().get(0);
      assertThat(cb.deviceId()).isZero();
      // Chip 0 is the second one in row-major order.
      assertThat(Meshes.allocated(mesh.view(), BufferType.L1))
          .containsExactly(0L, 4_096L, 0L, 0L, 0L, 0L, 0L, 0L);
      assertThat(live.circularBuffers(0)).hasSize(1);
    }
    assertThat(Meshes.allocated(mesh.view(), BufferType.L1)).containsOnly(0L);
  }

  @Test
  void runsOnTheChipsOfItsRange() {
    try (MeshWorkload workload = new MeshWorkload()) {
      workload.addProgram(new MeshCoordinateRange(1, 1, 1, 2), this::program);
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      assertThat(ranOn).containsExactly(1, 2);
    }
  }

  @Test
  void refusesARangeThatTheMeshDoesNotHave() {
    try (MeshWorkload workload = new MeshWorkload()) {
      workload.addProgram(new MeshCoordinateRange(0, 0, 2, 0), this::program);
      assertThatThrownBy(() -> mesh.meshCommandQueue().enqueueMeshWorkload(workload))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("MeshDevice#" + mesh.id());
    }
  }

  @Test
  void doesNotRunOverAnL1BufferThatCameLater() {
    try (MeshWorkload workload = workload()) {
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      ranOn.clear();
      BufferSpec spec = BufferSpec.of(64L * 1_365_200, 1_365_200, BufferType.L1);
      Buffer inTheWay = Buffer.create(mesh.view().devices().get(7), spec);
      assertThatThrownBy(() -> mesh.meshCommandQueue().enqueueMeshWorkload(workload))
          .isInstanceOf(CircularBufferClashException.class)
          .hasMessageContaining("device 6")
          .hasMessageContaining("L1 buffer of 87372800 B at " + inTheWay.address());
      assertThat(ranOn).isEmpty();
      inTheWay.close();
      mesh.meshCommandQueue().enqueueMeshWorkload(workload);
      assertThat(ranOn).hasSize(8);
    }
  }

  @Test
  void isNotKeptAliveWhenItIsDropped() throws InterruptedException {
    ReferenceQueue<MeshWorkload> workloads = new ReferenceQueue<>();
    ReferenceQueue<Buffer> buffers = new ReferenceQueue<>();
    ReferenceQueue<Program> programs = new ReferenceQueue<>();
    MeshWorkload workload = workload();
    mesh.meshCommandQueue().enqueueMeshWorkload(workload);
    Reference<?> ofWorkload = new PhantomReference<>(workload, workloads);
    Reference<?> ofBuffer =
        new PhantomReference<>(workload.impl().kernelBinaries().get(0), buffers);
    Reference<?> ofProgram = new PhantomReference<>(workload.impl().programs().get(0), programs);
    workload = null;

    try {
      Meshes.collect(workloads);
      Meshes.collect(buffers);
      Meshes.collect(programs);
      assertThat(Meshes.allocated(mesh.view(), BufferType.DRAM))
          .as("it was not closed")
          .containsOnly(12_288L);
    } finally {
      Reference.reachabilityFence(ofWorkload);
      Reference.reachabilityFence(ofBuffer);
      Reference.reachabilityFence(ofProgram);
      Reference.reachabilityFence(mesh);
    }
  }

  @Test
  void isKnownToTheInspectorUntilItIsClosed() {
    Set<Long> before = Inspector.liveMeshWorkloads();
    MeshWorkload workload = workload();
    assertThat(Inspector.liveMeshWorkloads()).hasSize(before.size() + 1);
    workload.close();
    workload.close();
    assertThat(Inspector.liveMeshWorkloads()).isEqualTo(before);
  }

  private MeshWorkload workload() {
    MeshWorkload workload = new MeshWorkload();
    workload.addProgram(MeshCoordinateRange.of(mesh.shape()), this::program);
    return workload;
  }

  private Program program() {
    Program program = new Program((session, arguments) -> ranOn.add(session.deviceId()));
    program.addKernel(Kernel.dataMovement("reader.cpp", 2_960));
    program.addKernel(Kernel.compute("compute.cpp", 4_000, 2_501, 2_000));
    program.addCircularBuffer(CircularBufferConfig.of(0, mesh.view().profile().cores(), 2, 2_048));
    return program;
  }
}
