package io.ttalloc.runtime.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.session.DeviceSession;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.TensorShape;
import io.ttalloc.runtime.ttnn.Ttnn;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {
  private static final TensorShape SHAPE = TensorShape.of(2, 32, 32);

  private final Set<DeviceSession> before = new HashSet<>(DevicePool.instance().sessions());

  /**
   * Frees the memory that some faults leave allocated; otherwise the sums over all sessions that
   * other tests check would include it.
   */
  @AfterEach
  void takesBackWhatTheFaultLeft() {
    for (DeviceSession session : DevicePool.instance().sessions()) {
      if (!before.contains(session)) {
        session.drop();
      }
    }
    assertThat(DevicePool.instance().sessions()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void closingAProgramForgetsItsCircularBuffers() {
    run(Fault.CB_NEVER_FREED, true);
    assertThat(left(BufferType.L1)).isEqualTo(12_288);
    assertThat(left(BufferType.DRAM)).isZero();
  }

  @Test
  void closingOneProgramReleasesTheCircularBuffersOfAllOfItsDevice() {
    MeshDevice mesh = open(Fault.CB_FREE_BY_DEVICE);
    add(mesh);
    multiply(mesh);
    assertThat(left(BufferType.L1)).isEqualTo(12_288);
    mesh.programCache().remove(mesh.programCache().keys().get(0));
    assertThat(mesh.numProgramCacheEntries()).isEqualTo(1);
    assertThat(left(BufferType.L1)).isZero();
    mesh.clearProgramCache();
    mesh.close();
  }

  @Test
  void aBulkFreeGivesTheMemoryBackAndClosesNoBuffer() {
    MeshDevice mesh = open(Fault.FREE_UNSEEN);
    add(mesh);
    assertThat(left(BufferType.DRAM)).isEqualTo(12_288);
    mesh.clearProgramCache();
    assertThat(left(BufferType.DRAM)).isZero();
    mesh.close();
  }

  @Test
  void aTornDownChipHoldsNothingAndAllowsLateCloses() {
    MeshDevice mesh = run(Fault.TEARDOWN_UNREPORTED, false);
    assertThat(mesh.numProgramCacheEntries()).isEqualTo(1);
    assertThat(left(BufferType.DRAM)).isZero();
    assertThat(DevicePool.statistics())
        .anySatisfy(row -> assertThat(row.sessionName()).isEqualTo(sessionOf(mesh)))
        .filteredOn(row -> row.sessionName().equals(sessionOf(mesh)))
        .allSatisfy(row -> assertThat(row.allocatedBytes()).isZero());
    mesh.clearProgramCache();
    assertThat(mesh.numProgramCacheEntries()).isZero();
  }

  @Test
  void twoOwnersGetOneBlockOfL1AndItsBytesCountOnce() {
    MeshDevice mesh = open(Fault.DOUBLE_ALLOCATION);
    MeshBuffer first = MeshBuffer.create(mesh.view(), l1());
    MeshBuffer second = MeshBuffer.create(mesh.view(), l1());
    assertThat(second.address()).isEqualTo(first.address());
    assertThat(left(BufferType.L1)).isEqualTo(4_096);
    mesh.close();
  }

  @Test
  void theProgramsOfTheCommandQueuesStayWhenNothingClearsThem() {
    run(Fault.CQ_NEVER_CLEARED, true);
    assertThat(left(BufferType.KERNEL_CONFIG)).isEqualTo(2 * 47_104);
  }

  @Test
  void anUnstableKeyMakesAnEntryForEachCall() {
    MeshDevice mesh = open(Fault.UNSTABLE_CACHE_KEY);
    add(mesh);
    add(mesh);
    assertThat(mesh.numProgramCacheEntries()).isEqualTo(2);
    mesh.clearProgramCache();
    mesh.close();
  }

  @Test
  void everyThirdWorkloadThatNoCacheKeepsIsDropped() {
    MeshDevice mesh = open(Fault.WORKLOAD_DROPPED);
    mesh.disableAndClearProgramCache();
    for (int i = 0; i < 6; i++) {
      add(mesh);
    }
    assertThat(left(BufferType.DRAM)).isEqualTo(2 * 12_288);
    mesh.close();
  }

  @Test
  void onlyTheFirstCloseOfAMeshFails() {
    MeshDevice mesh = open(Fault.CLOSE_FAILS);
    assertThatThrownBy(mesh::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nothing was closed, try again");
    assertThat(mesh.isClosed()).isFalse();
    mesh.close();
    assertThat(mesh.isClosed()).isTrue();
  }

  @Test
  void aSecondDeallocationReachesTheAllocatorWhichRefusesIt() {
    MeshDevice mesh = open(Fault.DOUBLE_CLOSE);
    Tensor tensor = Tensor.fromHost(mesh, SHAPE, new short[SHAPE.elements()]);
    tensor.close();
    assertThatThrownBy(tensor::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot free block");
    mesh.close();
  }

  @Test
  void aDeallocatedTensorCanBeRead() {
    MeshDevice mesh = open(Fault.USE_AFTER_CLOSE);
    Tensor tensor = Tensor.fromHost(mesh, SHAPE, new short[SHAPE.elements()]);
    tensor.close();
    assertThat(tensor.toHost()).hasSize(SHAPE.elements());
    mesh.close();
  }

  @Test
  void theViewStaysOpenAndTakesNothing() {
    run(Fault.VIEW_LEFT_OPEN, true);
    assertThat(left(BufferType.DRAM)).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"REORDERED_CLOSE", "FABRIC_PROGRAM_RESET"})
  void theTriedFixesFreeWhatWasFreedAnywayAndLeaveTheCacheAlone(Fault fix) {
    MeshDevice mesh = run(fix, false);
    assertThat(left(BufferType.DRAM)).isEqualTo(12_288);
    assertThat(left(BufferType.L1)).isEqualTo(12_288);
    assertThat(left(BufferType.KERNEL_CONFIG)).isZero();
    mesh.clearProgramCache();
  }

  private static MeshDevice open(Fault fault) {
    return MeshDevice.open(
        new MeshDeviceConfig(DeviceProfile.WORMHOLE_T3000, new MeshShape(1, 2), false)
            .with(Faults.of(fault)));
  }

  private static MeshDevice run(Fault fault, boolean clearCache) {
    MeshDevice mesh = open(fault);
    add(mesh);
    if (clearCache) {
      mesh.disableAndClearProgramCache();
    }
    mesh.close();
    return mesh;
  }

  private static void add(MeshDevice mesh) {
    try (Tensor a = Tensor.fromHost(mesh, SHAPE, new short[SHAPE.elements()])) {
      Ttnn.add(a, a).close();
    }
  }

  private static void multiply(MeshDevice mesh) {
    try (Tensor a = Tensor.fromHost(mesh, SHAPE, new short[SHAPE.elements()])) {
      Ttnn.matmul(a, a).close();
    }
  }

  private static MeshBufferConfig l1() {
    return new MeshBufferConfig(
        MeshBufferConfig.Layout.REPLICATED, 4_096, 1_024, BufferType.L1, Direction.TOP_DOWN);
  }

  /** The bytes still allocated by new sessions of chip 0, the reference device of the mesh. */
  private long left(BufferType space) {
    return DevicePool.instance().sessions().stream()
        .filter(session -> !before.contains(session) && session.deviceId() == 0)
        .flatMap(session -> session.statistics().stream())
        .filter(row -> row.space() == space)
        .mapToLong(row -> row.allocatedBytes())
        .sum();
  }

  private static String sessionOf(MeshDevice mesh) {
    return mesh.view().sessions().get(0).sessionName();
  }
}
