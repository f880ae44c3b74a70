package io.ttalloc.natives.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.regions.AllocatedBytes;
import io.ttalloc.natives.regions.ChipUsage;
import io.ttalloc.natives.regions.MemoryRegion;
import io.ttalloc.natives.regions.RegionPublisher;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.natives.regions.RegionReading;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeRegionsTest {
  private static final int PID = (int) ProcessHandle.current().pid();

  @TempDir static Path programs;

  private static CppProgram writer;
  private static CppProgram reader;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    CppProgram.requireCompiler(NativeRegionsTest.class);
    writer = CppProgram.compile("region_writer", programs);
    reader = CppProgram.compile("region_reader", programs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyVersionIsReadAsItWasWritten(int version) throws Exception {
    Path file = folder.resolve("tt_device_42_memory");
    writer.run(file, version, PID);
    List<RegionReading> readings = new RegionReader(folder, ProcessTable.ofThisMachine()).readAll();
    assertThat(readings)
        .containsExactly(
            new RegionReading.Parsed(
                file,
                new MemoryRegion(
                    version,
                    "42",
                    5,
                    77,
                    0xfedcba9876543210L,
                    1_234_567_890_123_456_789L,
                    true,
                    bytes(1_000, version),
                    List.of(
                        new MemoryRegion.Chip(5, false, bytes(2_000, version)),
                        new MemoryRegion.Chip(9, true, bytes(3_000, version))),
                    List.of(
                        new MemoryRegion.User(
                            PID,
                            "python3",
                            true,
                            4_102_444_800_000_000_000L,
                            bytes(4_000, version)),
                        new MemoryRegion.User(
                            Integer.MAX_VALUE,
                            "\\u001b".repeat(64),
                            false,
                            12,
                            bytes(5_000, version))))));
  }

  @Test
  void aLaterVersionIsNamedAndNotRead() throws Exception {
    Path file = folder.resolve("tt_device_42_memory");
    writer.run(file, 5, PID);
    assertThat(new RegionReader(folder, ProcessTable.ofThisMachine()).readAll())
        .containsExactly(new RegionReading.UnknownVersion(file, 5));
  }

  @Test
  void aProgramThatKnowsOnlyVersion3ReadsWhatIsPublished() throws Exception {
    Clock clock = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);
    Path file = folder.resolve("tt_device_12345678901234567890_memory");
    try (RegionPublisher publisher = new RegionPublisher(folder, clock)) {
      ChipUsage.Share java =
          new ChipUsage.Share(PID, "java Shop", new AllocatedBytes(1, 2, 3, 4, 5, 6));
      ChipUsage.Share other =
          new ChipUsage.Share(7, "java Other", new AllocatedBytes(10, 20, 30, 40, 50, 60));
      long id = Long.parseUnsignedLong("12345678901234567890");
      assertThat(publisher.publish(List.of(new ChipUsage(id, 3, List.of(java, other))))).isEmpty();
      assertThat(reader.run(file))
          .containsExactly(
              "mode 600 processes 2 references 2",
              "asic 12345678901234567890 device 3 updated 1000000000000",
              "totals 11 22 33 44 55",
              "chip 3 remote 0 dram 11",
              "process 7 10 20 30 40 50 updated 1000000000000 name java Other",
              "process %d 1 2 3 4 5 updated 1000000000000 name java Shop".formatted(PID));
      reader.run(file, "attach", 4711);
      assertThat(publisher.publish(List.of(new ChipUsage(id, 3, List.of(java)))))
          .containsExactly(
              file + " is used by process 4711 as well; this chip's allocations are not published");
    }
    assertThat(file).as("another process uses it").exists();
  }

  private static AllocatedBytes bytes(long first, int version) {
    return new AllocatedBytes(
        first, first + 1, first + 2, first + 3, first + 4, version == 1 ? first + 5 : 0);
  }
}
