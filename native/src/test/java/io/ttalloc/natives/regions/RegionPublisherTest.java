package io.ttalloc.natives.regions;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.regions.ChipUsage.Share;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionPublisherTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000, 7), ZoneOffset.UTC);

  @TempDir Path folder;

  private RegionPublisher publisher;

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void whatIsPublishedIsRead() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    assertThat(publisher.publish(List.of(chip(share(100, "one", 10), share(200, "two", 20)))))
        .isEmpty();
    MemoryRegion region = read();
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(region)
        .isEqualTo(
            new MemoryRegion(
                3,
                "18446744073709551615",
                4,
                0,
                -1,
                1_000_000_000_007L,
                true,
                bytes(30),
                List.of(new MemoryRegion.Chip(4, false, bytes(30))),
                List.of(
                    new MemoryRegion.User(200, "two", true, 1_000_000_000_007L, bytes(20)),
                    new MemoryRegion.User(100, "one", true, 1_000_000_000_007L, bytes(10)))));
  }

  @Test
  void aProcessThatIsGoneLosesItsPlace() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(share(100, "a long name", 10), share(200, "two", 20))));
    publisher.publish(List.of(chip(share(100, "a long name", 11))));
    publisher.publish(List.of(chip(share(100, "a long name", 12), share(300, "new", 5))));
    assertThat(read().processes())
        .extracting(
            MemoryRegion.User::pid, MemoryRegion.User::name, user -> user.allocated().dram())
        .extracting(Object::toString)
        .containsExactly("(300, \"new\", 5L)", "(100, \"a long name\", 12L)");
    assertThat(read().totals()).isEqualTo(bytes(17));
  }

  @Test
  void ofTooManyTheLargestGetPlaces() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    Share[] shares =
        IntStream.rangeClosed(1, 70).mapToObj(i -> share(i, "p", i)).toArray(Share[]::new);
    publisher.publish(List.of(chip(shares)));
    assertThat(read().processes()).hasSize(64).allMatch(user -> user.pid() > 6);
    assertThat(read().totals()).as("of all").isEqualTo(bytes(70 * 71 / 2));
  }

  @Test
  void aNameIsCutAtAWholeCharacter() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(share(1, "é".repeat(40), 1))));
    assertThat(read().processes().get(0).name()).isEqualTo("é".repeat(31));
  }

  @Test
  void filesGoWithThePublisherAndWithTheirChips() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(), new ChipUsage(5, 5, List.of())));
    assertThat(names())
        .containsExactly("tt_device_18446744073709551615_memory", "tt_device_5_memory");
    publisher.publish(List.of(chip()));
    assertThat(names()).containsExactly("tt_device_18446744073709551615_memory");
    publisher.close();
    publisher.publish(List.of(chip()));
    assertThat(names()).isEmpty();
  }

  @Test
  void aFileOfAnotherProgramIsNotTouchedAndReportedOnce() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    Files.writeString(file(), "precious");
    assertThat(publisher.publish(List.of(chip())))
        .containsExactly(
            file()
                + " already exists; another process created it; this chip's allocations"
                + " are not published");
    assertThat(publisher.publish(List.of(chip()))).isEmpty();
    publisher.close();
    assertThat(file()).hasContent("precious");
  }

  @Test
  void aFileThatWasReplacedIsNotTouched() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip()));
    Files.delete(file());
    Files.writeString(file(), "precious");
    publisher.close();
    assertThat(file()).hasContent("precious");
  }

  @Test
  void aFileThatWasRemovedIsMadeAgain() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip()));
    Files.delete(file());
    assertThat(publisher.publish(List.of(chip(share(1, "x", 9))))).isEmpty();
    assertThat(read().totals()).isEqualTo(bytes(9));
  }

  @Test
  void aRegionThatANewerProcessTookOverIsLeftToIt() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(share(1, "x", 9))));
    overwrite(0, 4);
    assertThat(publisher.publish(List.of(chip(share(1, "x", 10)))))
        .containsExactly(
            file()
                + " was taken over by another process (version 4, expected 3); this chip's"
                + " allocations are not published");
    publisher.close();
    assertThat(file()).exists();
  }

  @Test
  void aRegionThatAnotherProcessUsesIsLeftToIt() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(share(1, "x", 9))));
    overwrite(856 + 120 * 9, 4711);
    publisher.close();
    assertThat(file()).exists();
    assertThat(read().processes()).hasSize(2);
  }

  @Test
  void aTruncatedFileIsReported() throws Exception {
    publisher = new RegionPublisher(folder, CLOCK);
    publisher.publish(List.of(chip(share(1, "x", 9))));
    try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
    assertThat(publisher.publish(List.of(chip())))
        .containsExactly(
            file()
                + " was truncated by another process; this chip's allocations are not published");
  }

  @Test
  void aMissingFolderIsReported() {
    publisher = new RegionPublisher(folder.resolve("missing"), CLOCK);
    assertThat(publisher.publish(List.of(chip())))
        .singleElement()
        .asString()
        .startsWith("cannot create " + folder.resolve("missing"))
        .endsWith(": its folder does not exist; this chip's allocations are not published");
  }

  private static AllocatedBytes bytes(long count) {
    return new AllocatedBytes(count, count, count, count, count, 0);
  }

  private static Share share(int pid, String name, long count) {
    return new Share(pid, name, bytes(count));
  }

  private static ChipUsage chip(Share... shares) {
    return new ChipUsage(-1, 4, List.of(shares));
  }

  private Path file() {
    return folder.resolve("tt_device_18446744073709551615_memory");
  }

  private void overwrite(int at, int value) throws IOException {
    try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(4).putInt(0, Integer.reverseBytes(value)), at);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(it -> it.getFileName().toString()).sorted().toList();
    }
  }

  private RegionReader reader() {
    return new RegionReader(
        folder, pid -> Optional.of(new RunningProcess(pid, 1, RunningProcess.UNKNOWN, "")));
  }

  private MemoryRegion read() {
    return ((RegionReading.Parsed) reader().read(file())).region();
  }
}
