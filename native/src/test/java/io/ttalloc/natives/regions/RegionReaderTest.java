package io.ttalloc.natives.regions;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.RunningProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionReaderTest {
  private static final int RUNS = 100;
  private static final long STARTED = 5_000_000_000L;

  @TempDir Path folder;

  private RegionReader reader() {
    return new RegionReader(
        folder,
        pid ->
            pid == RUNS ? Optional.of(new RunningProcess(pid, 1, STARTED, "x")) : Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void endedProcessesAreDistinguishedFromRunningOnes(int version) throws Exception {
    write(
        "7",
        new RegionBytes(version)
            .process(0, RUNS, "running", STARTED + 1, 10)
            .process(1, 200, "dead", STARTED + 1, 20)
            .process(2, RUNS, "the id before", STARTED - 3_000_000_000L, 30)
            .process(3, -1, "leaving", 1, 40)
            .bytes());
    MemoryRegion region = readRegion();
    assertThat(region.uniqueId()).isEqualTo("7");
    assertThat(region.stable()).isTrue();
    assertThat(region.chips()).isEmpty();
    assertThat(region.processes())
        .extracting(MemoryRegion.User::name, MemoryRegion.User::running)
        .extracting(Object::toString)
        .containsExactly("(\"running\", true)", "(\"dead\", false)", "(\"the id before\", false)");
    assertThat(region.processes())
        .extracting(user -> user.allocated().dram())
        .containsExactly(10L, 20L, 30L);
  }

  @Test
  void aHostileNameIsMadeVisible() throws Exception {
    write("7", new RegionBytes(3).process(0, 1, "a\u001b[2Jb\n" + "x".repeat(99), 1, 1).bytes());
    assertThat(readRegion().processes().get(0).name())
        .startsWith("a\\u001b[2Jb\\u000axxx")
        .hasSize(64 + 10);
    Files.delete(only());
    write("7\n8", new RegionBytes(3).bytes());
    assertThat(readRegion().uniqueId()).isEqualTo("7\\u000a8");
  }

  @Test
  void anUnknownVersionIsNamed() throws Exception {
    Path file = write("7", new byte[] {5, 0, 0, 0, 1, 2, 3});
    assertThat(reader().readAll()).containsExactly(new RegionReading.UnknownVersion(file, 5));
    assertThat(new RegionReading.UnknownVersion(file, 5).message())
        .isEqualTo(file + " has version 5, expected 1 to 4; it is not read");
    write("7", new byte[] {-1, -1, -1, -1});
    assertThat(reader().readAll())
        .containsExactly(new RegionReading.UnknownVersion(file, 4_294_967_295L));
  }

  @Test
  void aFileThatIsNoRegionIsReportedInOneLine() throws Exception {
    assertMessage(new byte[0], "has 0 bytes, too few for a memory region");
    assertMessage(new byte[8_576], "has not been written yet (its version is 0)");
    assertMessage(
        Arrays.copyOf(new RegionBytes(2).bytes(), 8_575),
        "is truncated: it has 8,575 bytes, expected 8,576 for version 2");
    byte[] notReady = new RegionBytes(4).bytes();
    notReady[8_536] = 0;
    assertMessage(notReady, "is not ready yet (its ready flag, required in version 4, is not set)");
  }

  @Test
  void linksFoldersAndOtherFilesAreNotRead() throws Exception {
    Path target = Files.write(folder.resolve("elsewhere"), new RegionBytes(3).bytes());
    Path link = Files.createSymbolicLink(folder.resolve("tt_device_1_memory"), target);
    Path directory = Files.createDirectory(folder.resolve("tt_device_2_memory"));
    Files.write(folder.resolve("tt_device__memory"), new RegionBytes(3).bytes());
    assertThat(reader().readAll())
        .containsExactly(
            new RegionReading.Unreadable(link, link + " is not a regular file"),
            new RegionReading.Unreadable(directory, directory + " is not a regular file"));
    assertThat(reader().read(folder.resolve("tt_device_3_memory")))
        .isInstanceOf(RegionReading.Unreadable.class);
  }

  @Test
  void whateverTheBytesTheAnswerIsAReadingOrALine() throws Exception {
    Random random = new Random(20_260_101);
    RegionParser parser = new RegionParser(pid -> Optional.empty());
    int read = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] bytes = new RegionBytes(1 + random.nextInt(4)).process(0, 1, "x", 1, 1).bytes();
      for (int i = random.nextInt(30); i > 0; i--) {
        bytes[random.nextInt(random.nextBoolean() ? bytes.length : 64)] = (byte) random.nextInt();
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
      RegionReading reading =
          parser.parse(
              folder, "7", ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN), true);
      if (reading instanceof RegionReading.Parsed parsed) {
        read++;
        assertThat(parsed.region().totals().total()).isNotNegative();
        assertThat(parsed.region().processes()).allMatch(user -> user.pid() > 0);
      } else if (reading instanceof RegionReading.Unreadable unreadable) {
        assertThat(unreadable.message()).doesNotContain("\n").startsWith(folder + " ");
      }
    }
    assertThat(read).isGreaterThan(2_000);
  }

  private void assertMessage(byte[] bytes, String message) throws IOException {
    Path file = write("7", bytes);
    assertThat(reader().readAll())
        .containsExactly(new RegionReading.Unreadable(file, file + " " + message));
  }

  private Path write(String id, byte[] bytes) throws IOException {
    return Files.write(folder.resolve("tt_device_" + id + "_memory"), bytes);
  }

  private Path only() throws IOException {
    return reader().readAll().get(0).file();
  }

  private MemoryRegion readRegion() throws IOException {
    List<RegionReading> readings = reader().readAll();
    assertThat(readings).hasSize(1);
    assertThat(readings.get(0)).isInstanceOf(RegionReading.Parsed.class);
    return ((RegionReading.Parsed) readings.get(0)).region();
  }
}
