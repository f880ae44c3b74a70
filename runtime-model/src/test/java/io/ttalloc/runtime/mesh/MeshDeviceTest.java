package io.ttalloc.runtime.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.program.Kernel;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramKey;
import io.ttalloc.testing.Await;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeshDeviceTest {
  @Test
  void numbersItsChipsAsTheBoardDoes() {
    try (MeshDevice mesh = Meshes.open()) {
      assertThat(mesh.view().devices())
          .extracting(Device::id)
          .containsExactly(4, 0, 3, 7, 5, 1, 2, 6);
      assertThat(mesh.view().referenceDevice().id()).isZero();
      assertThat(mesh.name()).isEqualTo("MeshDevice#%d (2 x 4)", mesh.id());
    }
  }

  @Test
  void leavesItsProgramCacheAloneWhenItCloses() {
    MeshDevice mesh = Meshes.open();
    cacheAWorkload(mesh);
    mesh.close();
    mesh.close();
    assertThat(mesh.isClosed()).isTrue();
    assertThat(mesh.view().devices()).noneMatch(Device::isInitialized);
    assertThat(mesh.numProgramCacheEntries()).isEqualTo(1);
    assertThat(dram(mesh)).containsOnly(2_048L);
    assertThat(Meshes.allocated(mesh.view(), BufferType.KERNEL_CONFIG)).containsOnly(0L);

    assertThat(mesh.programCache().isEnabled()).isTrue();
    mesh.clearProgramCache();
    assertThat(mesh.numProgramCacheEntries()).isZero();
    assertThat(mesh.programCache().isEnabled()).as("closed and empty: it has ended").isFalse();
    assertThat(dram(mesh)).containsOnly(0L);
    assertThat(Meshes.areForgotten(sessionNames(mesh))).isTrue();
  }

  @Test
  void runsNothingOnceItIsClosed() {
    MeshDevice mesh = Meshes.open();
    mesh.close();
    try (MeshWorkload workload = workload(mesh)) {
      assertThatThrownBy(() -> mesh.meshCommandQueue().enqueueMeshWorkload(workload))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void findsTheSameAddressesAgainInTheNextSession() {
    MeshDevice first = Meshes.open();
    MeshDevice second = Meshes.open();
    assertThat(cacheAWorkload(second)).isEqualTo(cacheAWorkload(first));
    assertThat(sessionNames(first)).doesNotContainAnyElementsOf(sessionNames(second));
    for (MeshDevice mesh : List.of(first, second)) {
      mesh.close();
      mesh.clearProgramCache();
    }
  }

  @Test
  void isClosedAndClearedByItsCleanerWhenItIsDropped() {
    MeshDevice mesh = Meshes.open();
    cacheAWorkload(mesh);
    List<String> sessions = sessionNames(mesh);
    mesh = null;
    Await.collecting(() -> Meshes.areForgotten(sessions));
  }

  @Test
  void keepsItsCleanerAfterClosing() {
    MeshDevice mesh = Meshes.open();
    cacheAWorkload(mesh);
    mesh.close();
    List<String> sessions = sessionNames(mesh);
    assertThat(Meshes.areForgotten(sessions)).isFalse();
    mesh = null;
    Await.collecting(() -> Meshes.areForgotten(sessions));
  }

  @Test
  void isJustGoneWhenItIsDroppedWithoutACleaner() throws InterruptedException {
    MeshDeviceConfig config =
        new MeshDeviceConfig(DeviceProfile.WORMHOLE_T3000, new MeshShape(1, 1), false);
    MeshDevice mesh = MeshDevice.open(config);
    cacheAWorkload(mesh);
    List<String> sessions = sessionNames(mesh);
    ReferenceQueue<MeshDevice> queue = new ReferenceQueue<>();
    Reference<?> reference = new PhantomReference<>(mesh, queue);
    mesh = null;
    try {
      Meshes.collect(queue);
    } finally {
      Reference.reachabilityFence(reference);
    }
    assertThat(Meshes.areForgotten(sessions)).as("no one freed its memory").isFalse();
  }

  @Test
  void opensBlackholeChipsToo() {
    MeshDeviceConfig config =
        new MeshDeviceConfig(DeviceProfile.BLACKHOLE, new MeshShape(2, 2), true);
    try (MeshDevice mesh = MeshDevice.open(config)) {
      assertThat(cacheAWorkload(mesh)).isEqualTo(64 + 4_278_190_080L - 2_048);
      mesh.clearProgramCache();
    }
  }

  @Test
  void refusesAMeshThatTheBoardDoesNotHave() {
    assertThatThrownBy(() -> MeshDevice.open(new MeshShape(4, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No mesh of 4 x 2: Wormhole T3000 has 2 x 4 chips");
  }

  private static long cacheAWorkload(MeshDevice mesh) {
    MeshWorkload workload = workload(mesh);
    mesh.programCache().put(new ProgramKey("test", ""), workload);
    mesh.meshCommandQueue().enqueueMeshWorkload(workload);
    return workload.impl().kernelBinaries().get(0).address();
  }

  private static MeshWorkload workload(MeshDevice mesh) {
    MeshWorkload workload = new MeshWorkload();
    workload.addProgram(MeshCoordinateRange.of(mesh.shape()), MeshDeviceTest::program);
    return workload;
  }

  private static Program program() {
    Program program = new Program((session, arguments) -> {});
    program.addKernel(Kernel.dataMovement("reader.cpp", 1_000));
    return program;
  }

  private static List<Long> dram(MeshDevice mesh) {
    return Meshes.allocated(mesh.view(), BufferType.DRAM);
  }

  private static List<String> sessionNames(MeshDevice mesh) {
    return mesh.view().devices().stream().map(Device::sessionName).toList();
  }
}
