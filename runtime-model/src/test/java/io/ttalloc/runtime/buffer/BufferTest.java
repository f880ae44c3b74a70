package io.ttalloc.runtime.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.graph.BufferInfo;
import io.ttalloc.runtime.graph.GraphHook;
import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.graph.LiveAllocations;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.runtime.session.DeviceSession;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferTest {
  private final DeviceSession session =
      DevicePool.instance().open(102, DeviceProfile.WORMHOLE_T3000);
  private final BufferDevice device = () -> session;
  private final LiveAllocations live = new LiveAllocations();

  BufferTest() {
    GraphTracker.instance().pushProcessor(live);
  }

  @AfterEach
  void leaveNothing() {
    GraphTracker.instance().popProcessor(live);
    GraphTracker.instance().clearHook();
    session.end();
    assertThat(DevicePool.instance().sessions()).doesNotContain(session);
  }

  @Test
  void knowsAddressAndSizesWhenItIsCreated() {
    try (Buffer buffer = dram(12_288)) {
      assertThat(buffer.status()).isEqualTo(AllocationStatus.ALLOCATED);
      assertThat(buffer.address()).isEqualTo(2_560_032);
      assertThat(buffer.size()).isEqualTo(12_288);
      assertThat(buffer.deviceBytes()).isEqualTo(12_288);
      assertThat(buffer.bankBytes()).isEqualTo(2_048);
      assertThat(buffer.deviceId()).isEqualTo(102);
      assertThat(buffer.sessionName()).isEqualTo(session.sessionName());
      assertThat(buffer.bufferType()).isEqualTo(BufferType.DRAM);
      assertThat(buffer.ownsData()).isTrue();
    }
  }

  @Test
  void fetchesNumbersOnceWhenTheyAreRead() {
    AtomicInteger fetches = new AtomicInteger();
    try (Buffer buffer = dram(2_048)) {
      buffer.writeShorts(
          () -> {
            fetches.incrementAndGet();
            return new short[] {7};
          });
      assertThat(fetches).hasValue(0);
      assertThat(buffer.readShorts()).startsWith((short) 7, (short) 0);
      assertThat(buffer.readShorts()).startsWith((short) 7, (short) 0);
      assertThat(fetches).hasValue(1);
    }
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    try (Buffer buffer = dram(2_048)) {
      buffer.writeShorts(() -> new short[1_025]);
      assertThatThrownBy(buffer::readShorts)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "2050 B do not fit into the 2048 B of the buffer at %d; nothing was written",
              buffer.address());
    }
  }

  @Test
  void neverFetchesNumbersThatNobodyReads() {
    Buffer buffer = dram(2_048);
    buffer.writeShorts(
        () -> {
          throw new AssertionError("fetched");
        });
    buffer.close();
    try (Buffer next = dram(2_048)) {
      assertThat(next.address()).isEqualTo(buffer.address());
      assertThat(next.readShorts()).containsOnly((short) 0);
    }
  }

  @Test
  void growsDownFromTheTopInL1() {
    try (Buffer buffer = Buffer.create(device, BufferSpec.of(2_048, 2_048, BufferType.L1))) {
      assertThat(buffer.address()).isEqualTo(1_499_136 - 32_768 - 2_048);
    }
  }

  @Test
  void freesOnceThoughClosedTwice() {
    Buffer buffer = dram(12_288);
    buffer.close();
    try (Buffer next = dram(12_288)) {
      buffer.close();
      assertThat(next.address()).isEqualTo(buffer.address());
      assertThat(allocated()).isEqualTo(12_288);
      assertThat(live.counts(102, buffer.address())).isEqualTo(new LiveAllocations.Counts(2, 1));
    }
  }

  @Test
  void returnsItsBlockAfterItsSessionHasEnded() {
    Buffer buffer = dram(12_288);
    session.end();
    assertThat(allocated()).isEqualTo(12_288);
    buffer.close();
    assertThat(buffer.status()).isEqualTo(AllocationStatus.DEALLOCATED);
    assertThat(allocated()).isZero();
  }

  @Test
  void freesNothingThatItDoesNotOwn() {
    try (Buffer root = dram(12_288)) {
      Buffer alias =
          Buffer.create(device, root.address(), BufferSpec.of(12_288, 2_048, BufferType.DRAM));
      assertThat(alias.ownsData()).isFalse();
      assertThat(alias.bankBytes()).isEqualTo(root.bankBytes());
      alias.close();
      assertThat(allocated()).isEqualTo(12_288);
    }
    assertThat(allocated()).isZero();
  }

  @Test
  void takesNoMemoryOfSizeZero() {
    try (Buffer empty = dram(0)) {
      assertThat(empty.status()).isEqualTo(AllocationStatus.ALLOCATED);
      assertThat(allocated()).isZero();
    }
  }

  @Test
  void seesThePartOfItsRootThroughAView() {
    try (Buffer root = dram(40 * 2_048)) {
      byte[] data = new byte[40 * 2_048];
      data[14 * 2_048] = 14;
      data[39 * 2_048] = 39;
      root.write(data);
      try (Buffer view = root.view(new BufferRegion(14 * 2_048, 26 * 2_048))) {
        byte[] part = view.read();
        assertThat(part[0]).isEqualTo((byte) 14);
        assertThat(part[25 * 2_048]).isEqualTo((byte) 39);
        // Pages 14 to 39 are in rows 1 to 3 of the banks.
        assertThat(view.address()).isEqualTo(root.address() + 2_048);
        assertThat(view.bankBytes()).isEqualTo(3 * 2_048);
        assertThat(view.ownsData()).isFalse();
        try (Buffer inner = view.view(new BufferRegion(25 * 2_048, 2_048))) {
          assertThat(inner.read()[0]).isEqualTo((byte) 39);
          assertThat(inner.address()).isEqualTo(root.address() + 3 * 2_048);
        }
      }
    }
  }

  @Test
  void refusesViewsThatAreNotPageAlignedOrLieOutside() {
    try (Buffer root = dram(8_192)) {
      assertThatThrownBy(() -> root.view(new BufferRegion(100, 2_048)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected multiples of the page size 2048");
      assertThatThrownBy(() -> root.view(new BufferRegion(6_144, 4_096)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the buffer has 8192 B");
    }
  }

  @Test
  void refusesDataWhenClosedOrTooLarge() {
    Buffer buffer = dram(2_048);
    assertThatThrownBy(() -> buffer.write(new byte[2_049]))
        .isInstanceOf(IllegalArgumentException.class);
    buffer.close();
    assertThatThrownBy(buffer::read)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DEALLOCATED");
  }

  @Test
  void leavesAllocationToAHook() {
    GraphTracker.instance().addHook(new TakesEverythingOver());
    Buffer buffer = dram(12_288);
    assertThat(buffer.address()).isZero();
    assertThat(allocated()).isZero();
    buffer.close();
    assertThat(allocated()).isZero();
  }

  private static final class TakesEverythingOver implements GraphHook {
    @Override
    public boolean hookAllocate(BufferInfo buffer) {
      return true;
    }

    @Override
    public boolean hookDeallocate(BufferInfo buffer) {
      return true;
    }
  }

  private Buffer dram(long bytes) {
    return Buffer.create(device, BufferSpec.of(bytes, 2_048, BufferType.DRAM));
  }

  private long allocated() {
    return session.statistics().get(0).allocatedBytes();
  }
}
