package io.ttalloc.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.regions.AllocatedBytes;
import io.ttalloc.natives.regions.ChipUsage;
import io.ttalloc.natives.regions.MemoryRegion;
import io.ttalloc.natives.regions.MemoryRegion.Chip;
import io.ttalloc.natives.regions.MemoryRegion.User;
import io.ttalloc.natives.regions.PublishedId;
import io.ttalloc.natives.regions.RegionPublisher;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.natives.regions.RegionReading;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeMemory;
import io.ttalloc.watch.natives.NativeProcess;
import io.ttalloc.watch.natives.NativeSource;
import io.ttalloc.watch.natives.NativeState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionProcessesTest {
  private static final AllocatedBytes NUMBERS = new AllocatedBytes(1, 2, 3, 4, 5, 6);

  @TempDir Path folder;

  private static RegionReading region(
      String id, int version, boolean stable, List<Chip> chips, List<User> users) {
    return new RegionReading.Parsed(
        Path.of("tt_device_" + id + "_memory"),
        new MemoryRegion(version, id, 7, 0, 9, 0, stable, NUMBERS, chips, users));
  }

  private static User user(int pid, boolean running, AllocatedBytes bytes) {
    return new User(pid, "python3", running, 0, bytes);
  }

  @Test
  void aProcessOnSeveralChipsIsOne() {
    NativeState state =
        RegionProcesses.of(
            List.of(
                region("41", 3, true, List.of(), List.of(user(9, false, NUMBERS))),
                region("42", 3, true, List.of(), List.of(user(8, true, NUMBERS))),
                region("43", 3, true, List.of(), List.of(user(8, true, NUMBERS)))));

    assertThat(state.processes())
        .extracting(it -> it.pid() + it.state() + it.bytes() + it.bytesBySpace() + it.live())
        .containsExactly(
            "8running30{CB=10, DRAM=2, L1=4, L1_SMALL=6, TRACE=8}null",
            "9ended15{CB=5, DRAM=1, L1=2, L1_SMALL=3, TRACE=4}null");
    assertThat(state.processes().get(0).memory())
        .contains(new NativeMemory("43", 7, "L1", null, 2))
        .hasSize(10);
  }

  /**
   * Regions of version 4 count the circular buffers that are in L1. Regions of earlier versions
   * count the circular buffers of all existing programs.
   */
  @Test
  void residentAndRegisteredCircularBuffersAreDifferentSpaces() {
    NativeState state =
        RegionProcesses.of(
            List.of(
                region("41", 3, true, List.of(), List.of(user(9, true, NUMBERS))),
                region("42", 4, true, List.of(), List.of(user(9, true, NUMBERS)))));

    assertThat(state.processes().get(0).bytesBySpace())
        .hasToString("{CB=5, CB_RESIDENT=5, DRAM=2, L1=4, L1_SMALL=6, TRACE=8}");
    assertThat(state.chips())
        .contains(
            new ChipMemory(NativeSource.REGION, "41", 7, false, "CB", 5, null),
            new ChipMemory(NativeSource.REGION, "42", 7, false, "CB_RESIDENT", 5, null));
  }

  /** If a writer lists no chips, the region describes a single chip. */
  @Test
  void aRegionWithoutChipsIsThatOfItsOwn() {
    Chip remote = new Chip(12, true, new AllocatedBytes(100, 0, 0, 0, 0, 0));
    NativeState state =
        RegionProcesses.of(
            List.of(
                region("41", 1, true, List.of(), List.of()),
                region("42", 2, true, List.of(remote), List.of())));

    assertThat(state.chips())
        .hasSize(11)
        .contains(
            new ChipMemory(NativeSource.REGION, "41", 7, false, "KERNEL", 6, null),
            new ChipMemory(NativeSource.REGION, "42", 12, true, "DRAM", 100, null));
  }

  @Test
  void aCounterBeyondAllNumbersIsTheLargestOneAndSoIsTheSum() {
    AllocatedBytes odd = new AllocatedBytes(-1, 5, 0, 0, 0, 0);
    NativeProcess process =
        RegionProcesses.of(List.of(region("41", 3, true, List.of(), List.of(user(9, true, odd)))))
            .processes()
            .get(0);

    assertThat(process.bytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(process.memory().get(0).bytes()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatCannotBeReadIsALine() {
    NativeState state =
        RegionProcesses.of(
            List.of(
                new RegionReading.UnknownVersion(Path.of("tt_device_\u001b_memory"), 9),
                new RegionReading.Unreadable(Path.of("x"), "x no longer exists"),
                region("41", 3, false, List.of(), List.of())));

    assertThat(state.problems())
        .containsExactly(
            "tt_device_\\u001b_memory has version 9, expected 1 to 4; it is not read",
            "x no longer exists; it is not shown",
            "the memory region of chip 41 keeps changing; its numbers may be inconsistent");
  }

  @Test
  void whatAMonitorPublishesIsLeftOutAndCounted() throws Exception {
    try (RegionPublisher publisher = new RegionPublisher(folder, Clock.systemUTC())) {
      ChipUsage.Share java = new ChipUsage.Share(7, "java App", NUMBERS);
      publisher.publish(
          List.of(
              new ChipUsage(PublishedId.of(0), 0, List.of(java)),
              new ChipUsage(PublishedId.of(3), 3, List.of(java)),
              // This is the id that is published for device 4, but the region is for device 5.
              new ChipUsage(PublishedId.of(4), 5, List.of(java))));
      NativeState state =
          RegionProcesses.read(new RegionReader(folder, ProcessTable.ofThisMachine()));

      assertThat(state.published()).isEqualTo(2);
      assertThat(state.processes()).singleElement().matches(it -> it.memory().size() == 5);
      assertThat(state.chips()).allMatch(chip -> chip.device() == 5).hasSize(5);
    }
  }

  @Test
  void howMuchIsTakenIsBounded() {
    List<RegionReading> readings = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      List<User> users = new ArrayList<>();
      List<Chip> chips = new ArrayList<>();
      for (int k = 0; k < 32; k++) {
        users.add(user(1 + i * 32 + k, true, NUMBERS));
        chips.add(new Chip(k, k > 0, NUMBERS));
      }
      readings.add(region("" + i, 3, true, chips, users));
    }
    NativeState state = RegionProcesses.of(readings);

    assertThat(state.processes()).hasSize(1_024);
    assertThat(state.chips()).hasSize(1_024 * 5);
    assertThat(state.problems())
        .containsExactly(
            "the memory regions list 32 processes beyond the limit of 1,024; these are not shown",
            "the memory regions list 32 chips beyond the limit of 1,024; these are not shown");
  }

  @Test
  void noFolderIsNothingAndAFileInItsPlaceIsAProblem(@TempDir Path folder) throws Exception {
    Path regions = folder.resolve("regions");
    RegionReader reader = new RegionReader(regions, ProcessTable.ofThisMachine());
    assertThat(RegionProcesses.read(reader)).isEqualTo(NativeState.NONE);

    Files.createFile(regions);
    assertThat(RegionProcesses.read(reader).problems())
        .singleElement()
        .asString()
        .contains("cannot be listed");
  }
}
