package io.ttalloc.runtime.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.memory.Allocation;
import io.ttalloc.runtime.memory.AllocationRequest;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import org.junit.jupiter.api.Test;

class DevicePoolTest {
  private static final AllocationRequest KERNELS =
      new AllocationRequest(BufferType.DRAM, 12_288, 2_048, Direction.TOP_DOWN);
  private final DevicePool pool = new DevicePool();

  @Test
  void numbersTheSessionsOfEachChip() {
    assertThat(open(3).sessionName()).isEqualTo("3#1");
    assertThat(open(3).sessionName()).isEqualTo("3#2");
    assertThat(open(5).sessionName()).isEqualTo("5#1");
  }

  @Test
  void startsEverySessionWithFreshAllocators() {
    DeviceSession first = open(0);
    long address = first.allocate(KERNELS).address();
    first.end();
    assertThat(open(0).allocate(KERNELS).address()).isEqualTo(address);
  }

  @Test
  void keepsBlocksOfAnEndedSessionUntilTheyAreFreed() {
    DeviceSession session = open(0);
    Allocation kernels = session.allocate(KERNELS);
    session.end();
    assertThat(session.statistics().get(0).allocatedBytes()).isEqualTo(12_288);
    assertThat(pool.sessions()).containsExactly(session);

    session.free(BufferType.DRAM, kernels);
    assertThat(session.statistics().get(0).allocatedBytes()).isZero();
    assertThat(pool.sessions()).isEmpty();
  }

  @Test
  void keepsCircularBuffersOfAnEndedSessionUntilTheyAreReleased() {
    DeviceSession session = open(0);
    session.placeCircularBuffer(1, 1, DeviceProfile.WORMHOLE_T3000.cores(), 101_152, 4_096);
    session.end();
    assertThat(pool.sessions()).containsExactly(session);
    session.releaseCircularBuffer(1);
    assertThat(pool.sessions()).isEmpty();
  }

  @Test
  void forgetsAnEmptySessionAtItsEnd() {
    open(0).end();
    assertThat(pool.sessions()).isEmpty();
  }

  @Test
  void allocatesNothingInAnEndedSession() {
    DeviceSession session = open(0);
    session.end();
    assertThatThrownBy(() -> session.allocate(KERNELS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The session 0#1 of device 0 has ended; expected an open device");
    assertThatThrownBy(() -> session.contents(BufferType.DRAM))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sumsSessionsAndCountsEachAddressOnce() {
    for (int i = 0; i < 3; i++) {
      DeviceSession session = DevicePool.instance().open(101, DeviceProfile.WORMHOLE_T3000);
      session.allocate(KERNELS);
      session.placeCircularBuffer(1, 1, DeviceProfile.WORMHOLE_T3000.cores(), 101_152, 4_096);
      session.end();
    }
    DeviceStatistics dram = DevicePool.statistics(101).get(BufferType.DRAM);
    assertThat(dram.allocatedBytes()).isEqualTo(36_864);
    assertThat(dram.distinctBytes()).isEqualTo(12_288);
    assertThat(dram.sessions()).isEqualTo(3);
    DeviceStatistics l1 = DevicePool.statistics(101).get(BufferType.L1);
    assertThat(l1.allocatedBytes()).isEqualTo(12_288);
    assertThat(l1.distinctBytes()).isEqualTo(4_096);
    assertThat(DevicePool.statistics())
        .filteredOn(row -> row.deviceId() == 101 && row.space() == BufferType.DRAM)
        .extracting(row -> row.sessionName())
        .containsExactly("101#1", "101#2", "101#3");
  }

  private DeviceSession open(int device) {
    return pool.open(device, DeviceProfile.WORMHOLE_T3000);
  }
}
