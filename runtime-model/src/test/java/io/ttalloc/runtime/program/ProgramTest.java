package io.ttalloc.runtime.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.buffer.CircularBuffer;
import io.ttalloc.runtime.buffer.CircularBufferConfig;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.graph.Inspector;
import io.ttalloc.runtime.graph.LiveAllocations;
import io.ttalloc.runtime.memory.CircularBufferClashException;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.session.DeviceSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgramTest {
  private static final CoreRange ALL = DeviceProfile.WORMHOLE_T3000.cores();
  private final DeviceSession session =
      DevicePool.instance().open(103, DeviceProfile.WORMHOLE_T3000);
  private final LiveAllocations live = new LiveAllocations();

  ProgramTest() {
    GraphTracker.instance().pushProcessor(live);
  }

  @AfterEach
  void leaveNothing() {
    GraphTracker.instance().popProcessor(live);
    session.end();
    assertThat(DevicePool.instance().sessions()).doesNotContain(session);
  }

  @Test
  void placesCircularBuffersOneBehindTheOther() {
    try (Program program = program(ALL, 4_096, 4_096, 2_048)) {
      program.compile(session);
      assertThat(program.impl().circularBuffers())
          .extracting(CircularBuffer::address)
          .containsExactly(101_152L, 105_248L, 109_344L);
      assertThat(program.impl().circularBuffers())
          .extracting(CircularBuffer::deviceId)
          .containsOnly(103);
    }
  }

  @Test
  void sharesL1BetweenProgramsAndCountsRegionsAndHandles() {
    try (Program add = program(ALL, 4_096, 4_096, 4_096);
        Program matmul = program(ALL, 4_096, 4_096, 2_048)) {
      add.compile(session);
      matmul.compile(session);
      assertThat(l1().allocatedBytes()).isEqualTo(12_288);
      assertThat(l1().handles()).isEqualTo(6);
      assertThat(l1().handleBytes()).isEqualTo(22_528);
    }
    assertThat(l1().allocatedBytes()).isZero();
  }

  @Test
  void takesMemoryOnlyFromPlacingToClosing() {
    Program program = program(ALL, 4_096);
    CircularBuffer cb = program.impl().circularBuffers().get(0);
    assertThat(cb.isPlaced()).isFalse();
    program.compile(session);
    program.compile(session);
    assertThat(cb.isPlaced()).isTrue();
    assertThat(l1().handles()).isEqualTo(1);
    program.close();
    program.close();
    assertThat(cb.isPlaced()).isFalse();
    assertThat(l1().handles()).isZero();
  }

  @Test
  void hasOneAllocatorPerDistinctCoreRange() {
    CoreRange left = new CoreRange(0, 0, 3, 7);
    CoreRange right = new CoreRange(4, 0, 7, 7);
    try (Program program = new Program((on, arguments) -> {})) {
      program.addCircularBuffer(CircularBufferConfig.of(0, left, 2, 2_048));
      program.addCircularBuffer(CircularBufferConfig.of(1, right, 1, 2_048));
      program.addCircularBuffer(CircularBufferConfig.of(2, ALL, 1, 2_048));
      program.addCircularBuffer(CircularBufferConfig.of(3, right, 1, 2_048));
      program.compile(session);
      assertThat(program.impl().circularBuffers())
          .extracting(CircularBuffer::address)
          .containsExactly(101_152L, 101_152L, 105_248L, 107_296L);
    }
  }

  @Test
  void skipsCircularBuffersThatAreGloballyAllocated() {
    try (Program program = new Program((on, arguments) -> {})) {
      program.addCircularBuffer(new CircularBufferConfig(0, ALL, 2, 2_048, 1_000_000L));
      program.addCircularBuffer(CircularBufferConfig.of(1, ALL, 2, 2_048));
      program.compile(session);
      assertThat(program.impl().circularBuffers())
          .extracting(CircularBuffer::address)
          .containsExactly(1_000_000L, 101_152L);
      assertThat(l1().handles()).isEqualTo(1);
    }
  }

  @Test
  void namesProgramCoresBufferAndTheStateOfL1WhenTheyClash() {
    Buffer hole = Buffer.create(() -> session, BufferSpec.of(64 * 32_768, 32_768, BufferType.L1));
    BufferSpec spec = BufferSpec.of(64 * 1_332_432, 1_332_432, BufferType.L1);
    try (Buffer large = Buffer.create(() -> session, spec);
        Program program = program(ALL, 4_096)) {
      hole.close();
      program.compile(session);
      assertThat(large.address()).isEqualTo(101_168);
      assertThatThrownBy(() -> program.impl().validateCircularBufferRegion(session))
          .isInstanceOf(CircularBufferClashException.class)
          .hasMessage(
              ("Circular buffers of program %d on core range [(x=0,y=0) - (x=7,y=7)] clash with L1"
                      + " buffers of device 103 (session %s): L1 buffer of 85275648 B at 101168"
                      + " (0x18b30), circular-buffer region ends at 105248; expected it to end at"
                      + " or below the buffer; allocated 85279744 B, free 2097152 B, largest free"
                      + " block 32768 B per bank. The program was not run.")
                  .formatted(program.id(), session.sessionName()));
    }
  }

  @Test
  void releasesEveryCircularBufferOfTheDeviceAsFarAsListenersKnow() {
    try (Program other = program(ALL, 4_096)) {
      Program program = program(ALL, 4_096, 4_096);
      other.compile(session);
      program.compile(session);
      assertThat(live.circularBuffers(103)).hasSize(3);
      program.close();
      assertThat(live.circularBuffers(103)).as("the call carries no address").isEmpty();
      assertThat(l1().handles()).as("the allocator knows better").isEqualTo(1);
    }
  }

  @Test
  void isKnownToTheInspectorUntilItIsClosed() {
    Program program = program(ALL);
    assertThat(Inspector.livePrograms()).contains(program.id());
    program.close();
    assertThat(Inspector.livePrograms()).doesNotContain(program.id());
  }

  @Test
  void cannotBeChangedOnceCompiledNorRunOnceClosed() {
    Program program = program(ALL);
    program.compile(session);
    assertThatThrownBy(() -> program.addKernel(Kernel.dataMovement("late.cpp", 16)))
        .isInstanceOf(IllegalStateException.class);
    program.close();
    assertThatThrownBy(() -> program.impl().run(session))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }

  private static Program program(CoreRange cores, int... cbBytes) {
    Program program = new Program((on, arguments) -> {});
    for (int i = 0; i < cbBytes.length; i++) {
      program.addCircularBuffer(CircularBufferConfig.of(i, cores, 1, cbBytes[i]));
    }
    return program;
  }

  private SpaceStatistics l1() {
    return session.statistics().stream()
        .filter(row -> row.space() == BufferType.L1)
        .findFirst()
        .orElseThrow();
  }
}
