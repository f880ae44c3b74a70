package io.ttalloc.natives.regions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegionWriterTest {
  private static final int LAST_UPDATE = 8;

  /**
   * Memory that is checked after each single write, because a reader might read it at that moment.
   */
  private final class WatchedMemory implements RegionMemory {
    final ByteBuffer bytes = ByteBuffer.wrap(new RegionBytes(3).bytes());
    int lastWrittenAt;

    WatchedMemory() {
      bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int getInt(int at) {
      return bytes.getInt(at);
    }

    @Override
    public void putInt(int at, int value) {
      bytes.putInt(at, value);
      look(at);
    }

    @Override
    public void putLong(int at, long value) {
      bytes.putLong(at, value);
      look(at);
    }

    @Override
    public void putBytes(int at, byte[] values) {
      bytes.put(at, values);
      look(at);
    }

    private void look(int at) {
      lastWrittenAt = at;
      MemoryRegion region = parse(bytes);
      assertThat(region.processes())
          .allSatisfy(
              user -> {
                assertThat(user.name()).isEqualTo("p" + user.pid());
                assertThat(user.allocated().trace()).isEqualTo(user.pid());
                assertThat(user.updatedAtNanos()).isPositive();
              });
      looks++;
    }
  }

  private int looks;

  @Test
  void noPlaceEverHasNumbersOfAnotherProcess() {
    Random random = new Random(20_260_101);
    WatchedMemory memory = new WatchedMemory();
    RegionWriter writer = new RegionWriter(memory);
    for (int step = 1; step <= 200; step++) {
      List<ChipUsage.Share> shares = new ArrayList<>();
      for (int pid = 1; pid <= 100; pid++) {
        if (random.nextInt(4) == 0) {
          AllocatedBytes all = new AllocatedBytes(pid, pid, pid, pid, pid, 0);
          shares.add(new ChipUsage.Share(pid, "p" + pid, all));
        }
      }
      writer.update(new ChipUsage(1, 1, shares), step);
      assertThat(memory.lastWrittenAt).isEqualTo(LAST_UPDATE);
      assertThat(writer.stranger()).isZero();
      assertThat(parse(memory.bytes).processes()).hasSize(shares.size());
    }
    assertThat(looks).isGreaterThan(10_000);
  }

  @Test
  void aStrangerIsSeen() {
    WatchedMemory memory = new WatchedMemory();
    RegionWriter writer = new RegionWriter(memory);
    memory.bytes.putInt(856 + 120 * 63, -1);
    assertThat(writer.stranger()).isEqualTo(-1);
  }

  @Test
  void aPlaceThatAnotherProcessHasEmptiedIsTakenAgain() {
    WatchedMemory memory = new WatchedMemory();
    RegionWriter writer = new RegionWriter(memory);
    ChipUsage chip =
        new ChipUsage(
            1, 1, List.of(new ChipUsage.Share(5, "p5", new AllocatedBytes(5, 5, 5, 5, 5, 0))));
    writer.update(chip, 1);
    memory.bytes.putInt(856, 0);
    assertThat(writer.stranger()).isZero();
    writer.update(chip, 2);
    assertThat(parse(memory.bytes).processes()).hasSize(1);
  }

  private static MemoryRegion parse(ByteBuffer bytes) {
    RegionReading reading =
        new RegionParser(pid -> Optional.empty())
            .parse(Path.of("region"), "1", bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN), true);
    return ((RegionReading.Parsed) reading).region();
  }
}
