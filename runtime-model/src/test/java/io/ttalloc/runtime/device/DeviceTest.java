package io.ttalloc.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.graph.Inspector;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.program.Program;
import io.ttalloc.runtime.program.ProgramKey;
import io.ttalloc.runtime.session.DevicePool;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceTest {
  @Test
  void keepsSystemKernelsInASpaceOfTheirOwnUntilItCloses() {
    Set<Long> before = Inspector.livePrograms();
    Device device = new Device(104, DeviceProfile.WORMHOLE_T3000);
    assertThat(statistics(device, BufferType.KERNEL_CONFIG).allocatedBytes()).isEqualTo(208_896);
    assertThat(statistics(device, BufferType.KERNEL_CONFIG).blocks()).hasSize(4);
    assertThat(statistics(device, BufferType.DRAM).allocatedBytes()).isZero();
    assertThat(statistics(device, BufferType.L1).allocatedBytes()).isZero();

    device.close();
    device.close();
    assertThat(device.isInitialized()).isFalse();
    assertThat(statistics(device, BufferType.KERNEL_CONFIG).allocatedBytes()).isZero();
    assertThat(DevicePool.instance().sessions()).doesNotContain(device.memory());
    assertThat(Inspector.livePrograms()).isEqualTo(before);
    assertThatThrownBy(() -> device.commandQueues().get(0).finish())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void clearsItsOwnProgramCacheWhenItCloses() {
    Device device = new Device(104, DeviceProfile.WORMHOLE_T3000);
    Program program = new Program((session, arguments) -> {});
    device.programCache().put(new ProgramKey("op", ""), program);
    assertThat(device.numProgramCacheEntries()).isEqualTo(1);
    device.close();
    assertThat(device.numProgramCacheEntries()).isZero();
    assertThat(device.programCache().isEnabled()).as("it has ended").isFalse();
    assertThat(Inspector.livePrograms()).doesNotContain(program.id());
  }

  @Test
  void leavesOpenBuffersTheirMemory() {
    Device device = new Device(104, DeviceProfile.WORMHOLE_T3000);
    Buffer buffer = Buffer.create(device, BufferSpec.of(2_048, 2_048, BufferType.DRAM));
    device.close();
    assertThat(DevicePool.instance().sessions()).contains(device.memory());
    buffer.close();
    assertThat(DevicePool.instance().sessions()).doesNotContain(device.memory());
  }

  @Test
  void splitsItsCores() {
    try (Device device = new Device(104, DeviceProfile.WORMHOLE_T3000)) {
      SubDeviceManagerTracker tracker = device.subDeviceManagerTracker();
      CoreRange left = new CoreRange(0, 0, 3, 7);
      CoreRange right = new CoreRange(4, 0, 7, 7);
      int id = tracker.createSubDeviceManager(List.of(left, right));
      tracker.loadSubDeviceManager(id);
      assertThat(tracker.activeSubDevices()).containsExactly(left, right);
      assertThatThrownBy(() -> tracker.removeSubDeviceManager(id))
          .hasMessageContaining("it is active");
      tracker.loadSubDeviceManager(0);
      tracker.removeSubDeviceManager(id);
      assertThatThrownBy(() -> tracker.loadSubDeviceManager(id))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> tracker.createSubDeviceManager(List.of(left, left)))
          .hasMessageContaining("share a core");
    }
  }

  private static SpaceStatistics statistics(Device device, BufferType type) {
    return device.memory().statistics().stream()
        .filter(row -> row.space() == type)
        .findFirst()
        .orElseThrow();
  }
}
