package io.ttalloc.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseMemoryTest {
  private final SparseMemory memory =
      new SparseMemory(DeviceProfile.WORMHOLE_T3000.space(BufferType.DRAM));

  @Test
  void readsBackWhatWasWrittenAcrossBanksAndChunks() {
    byte[] data = new byte[2_000_001];
    new Random(1).nextBytes(data);
    memory.write(2_560_032, 0, 2_048, data);
    byte[] back = new byte[data.length];
    memory.read(2_560_032, 0, 2_048, back);
    assertThat(back).isEqualTo(data);
  }

  @Test
  void dealsPagesRoundTheBanks() {
    byte[] data = new byte[13 * 2_048];
    data[12 * 2_048] = 42;
    memory.write(4_096, 0, 2_048, data);
    // Page 12 is in bank 0 again, one page further up.
    byte[] page = new byte[2_048];
    memory.read(4_096 + 2_048, 0, 2_048, page);
    assertThat(page[0]).isEqualTo((byte) 42);
  }

  @Test
  void keepsShortsLittleEndian() {
    memory.writeShorts(32, 0, 2_048, new short[] {0x1234, 0x5678});
    byte[] bytes = new byte[4];
    memory.read(32, 0, 2_048, bytes);
    assertThat(bytes).containsExactly(0x34, 0x12, 0x78, 0x56);
    short[] back = {1, 1, 1};
    memory.readShorts(32, 0, 2_048, back);
    assertThat(back).containsExactly((short) 0x1234, (short) 0x5678, (short) 0);
  }

  @Test
  void costsNothingUntouched() {
    memory.read(2_560_032, 0, 2_048, new byte[1_000_000]);
    assertThat(memory.residentBytes()).isZero();
    memory.write(1_000_000_000, 0, 2_048, new byte[] {1});
    assertThat(memory.residentBytes()).isEqualTo(65_536);
  }

  @Test
  void readsZerosWhereItWasDiscarded() {
    memory.write(65_536, 0, 2_048, new byte[] {7});
    memory.write(32, 0, 2_048, new byte[] {8});
    memory.discard(32, 2 * 65_536 - 32);
    byte[] one = new byte[1];
    memory.read(65_536, 0, 2_048, one);
    assertThat(one[0]).isZero();
    memory.read(32, 0, 2_048, one);
    assertThat(one[0]).as("a chunk that another block shares stays").isEqualTo((byte) 8);
  }
}
