package io.ttalloc.it.papers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the figures of {@code docs/tt-metal.md} that no report shows. The test computes them from
 * ledgers, including what the trackers proposed there would have reported on the same run.
 */
@Variant
class SeedClaimsIT {
  private static final long ADD = 0x3ffff800L;
  private static final long MATMUL = 0x3ffff000L;
  private static final long ALLOWANCE = 60 * 1024;

  @TempDir private static Path folder;

  private static DemoRun run(String scenario) throws IOException, InterruptedException {
    return SharedDemoRuns.of(Jdks.ofThisBuild(), scenario.split(" "));
  }

  /** The openings and closes on chips, in order, except those by the probe's warm-up. */
  private static List<EventEntry> onChips(LedgerImage ledger) {
    return ledger.events().stream()
        .filter(event -> event.device() >= 0 && memory(ledger.tallies().get(event.tally())))
        .toList();
  }

  private static boolean memory(@Nullable TallyEntry tally) {
    return tally != null && tally.type().hasBytes();
  }

  private static TallyEntry tally(LedgerImage ledger, EventEntry event) {
    return requireNonNull(ledger.tallies().get(event.tally()));
  }

  private static boolean loadsBinaries(@Nullable TallyEntry tally) {
    return tally != null
        && tally.type().name().equals("buffer")
        && tally.stack().stream().anyMatch(frame -> frame.method().equals("loadBinaries"));
  }

  private static long count(List<EventEntry> events, EventEntry.Kind kind, int device, long at) {
    return events.stream()
        .filter(e -> e.kind() == kind && e.device() == device && e.address() == at)
        .count();
  }

  @Test
  void perChipAndProgramTwoAreOpenedOneClosedOneLeft() throws Exception {
    List<EventEntry> events = onChips(run("mesh").ledgers().read());
    long opened = 0;
    long closed = 0;
    for (int device = 0; device < 8; device++) {
      for (long address : List.of(ADD, MATMUL)) {
        assertThat(count(events, EventEntry.Kind.OPEN, device, address)).isEqualTo(2);
        assertThat(count(events, EventEntry.Kind.CLOSE, device, address)).isEqualTo(1);
        opened += 2;
        closed++;
      }
    }
    assertThat(opened).isEqualTo(32);
    assertThat(closed).isEqualTo(16);
  }

  /** The owner of the memory stays open; the view is closed at the same place in the code. */
  @Test
  void theTwoAtAnAddressAreABufferAndAViewOfOneCallOfLoadBinaries() throws Exception {
    LedgerImage ledger = run("mesh").ledgers().read();
    for (long address : List.of(ADD, MATMUL)) {
      Map<List<Frame>, Set<Integer>> byCaller = new HashMap<>();
      for (EventEntry event : onChips(ledger)) {
        if (event.kind() == EventEntry.Kind.OPEN && event.address() == address) {
          List<Frame> caller = behindLoadBinaries(tally(ledger, event).stack());
          byCaller.computeIfAbsent(caller, c -> new HashSet<>()).add(event.tally());
        }
      }
      assertThat(byCaller).hasSize(1);
      Set<Integer> both = byCaller.values().iterator().next();
      assertThat(both).hasSize(2);
      assertThat(ledger.rows(CloseSiteEntry.class))
          .filteredOn(site -> both.contains(site.tally()))
          .singleElement()
          .satisfies(site -> assertThat(behindLoadBinaries(site.stack())).isNotEmpty());
    }
  }

  /** The callers of {@code loadBinaries}; empty if the stack does not contain that method. */
  private static List<Frame> behindLoadBinaries(List<Frame> stack) {
    return stack.stream()
        .dropWhile(frame -> !frame.method().equals("loadBinaries"))
        .skip(1)
        .toList();
  }

  /**
   * Collects the sizes at two addresses: 12 KiB at one and 24 KiB at the other, not 3 times 12 KiB.
   */
  @Test
  void thereAreTwoBuffersOfDifferentSizeAndNotThreeOfOne() throws Exception {
    Map<Long, Set<Long>> sizes = new HashMap<>();
    LedgerImage ledger = run("mesh").ledgers().read();
    for (EventEntry event : onChips(ledger)) {
      if (loadsBinaries(tally(ledger, event))) {
        sizes.computeIfAbsent(event.address(), a -> new HashSet<>()).add(event.bytes());
      }
    }
    assertThat(sizes).hasSize(2);
    assertThat(sizes.get(ADD)).containsOnly(12_288L);
    assertThat(sizes.get(MATMUL)).containsOnly(24_576L);
  }

  @Test
  void eighteenIsSixteenOnChipsAndTwoOfTheWholeMesh() throws Exception {
    LedgerImage ledger = run("mesh").ledgers().read();
    Map<Boolean, Integer> byPlace = new HashMap<>();
    for (EventEntry event : ledger.events()) {
      TallyEntry tally = ledger.tallies().get(event.tally());
      if (event.kind() == EventEntry.Kind.OPEN
          && event.address() == MATMUL
          && loadsBinaries(tally)) {
        byPlace.merge(event.device() >= 0, 1, Integer::sum);
      }
    }
    assertThat(byPlace).containsEntry(true, 16).containsEntry(false, 2);
  }

  @Test
  void commandQueueProgramsAreBuiltOnceForEachChipAndAllFreed() throws Exception {
    Map<String, Long> opened = new HashMap<>();
    Map<String, Long> closed = new HashMap<>();
    for (TallyEntry tally : run("mesh").ledgers().read().tallies().values()) {
      if (tally.stack().stream().anyMatch(f -> f.method().equals("initCommandQueueDevice"))) {
        opened.merge(tally.type().name(), tally.opened(), Long::sum);
        closed.merge(tally.type().name(), tally.closed(), Long::sum);
      }
    }
    assertThat(opened).containsEntry("program", 8L).containsEntry("buffer", 16L);
    assertThat(closed).isEqualTo(opened);
  }

  /**
   * Without the views, two buffers per chip are opened and stay open, and 36,864 B per chip remain.
   */
  @Test
  void skippingBuffersThatOwnNothingChangesNoByte() throws Exception {
    LedgerImage ledger = run("mesh").ledgers().read();
    Map<Integer, Long> left = new HashMap<>();
    ledger.forEachSlot(
        slot -> {
          if (slot.place().device() >= 0 && !slot.place().alias() && loadsBinaries(slot.tally())) {
            left.merge(slot.place().device(), slot.bytes(), Long::sum);
          }
        });
    assertThat(left).hasSize(8).allSatisfy((device, b) -> assertThat(b).isEqualTo(36_864));
    // A tracker that skips views does not report the views that the program leaves open.
    JsonReport dangling = run("faults view-left-open --clear-cache").json();
    assertThat(dangling.findings()).hasSize(2);
    assertThat(dangling.total("liveBytes")).isZero();
  }

  /**
   * Simulates the proposed tracker, which identifies a buffer by its address, without the chip. The
   * tracker sees the openings on only one of eight chips, and its set is empty at the end.
   */
  @Test
  void trackingEachAddressOnceLosesWhatIsHeld() throws Exception {
    LedgerImage ledger = run("mesh").ledgers().read();
    Set<Long> ever = new HashSet<>();
    Map<Long, Long> live = new HashMap<>();
    int reported = 0;
    for (EventEntry event : onChips(ledger)) {
      if (!loadsBinaries(tally(ledger, event))) {
        continue;
      }
      if (event.kind() == EventEntry.Kind.OPEN) {
        if (ever.add(event.address())) {
          reported++;
          live.put(event.address(), event.bytes());
        }
      } else {
        live.remove(event.address());
      }
    }
    assertThat(reported).as("of 32 openings").isEqualTo(2);
    assertThat(live).as("of 294,912 B that are held").isEmpty();
  }

  /**
   * Simulates a server that finds a buffer by its chip and address. Opening a view replaces the
   * entry of the binaries, and closing the view removes that entry. Only the entries of three
   * regions of circular buffers remain, after three runs as well as after one.
   */
  @Test
  void aServerWithAddressesForKeysSaysThreeWhateverAccumulates() throws Exception {
    DemoRun three = run("accumulate --runs 3");
    LedgerImage ledger = three.ledgers().read();
    List<Integer> afterEachRun = new ArrayList<>();
    Set<String> live = new HashSet<>();
    List<EventEntry> events = onChips(ledger);
    int next = 0;
    for (Mark mark : ledger.marks()) {
      while (next < events.size() && events.get(next).atNanos() <= mark.atNanos()) {
        EventEntry event = events.get(next++);
        String key = event.device() + ":" + event.address();
        if (event.kind() == EventEntry.Kind.OPEN) {
          live.add(key);
        } else {
          live.remove(key);
        }
      }
      afterEachRun.add(live.size());
    }
    assertThat(afterEachRun).containsExactly(3, 3, 3);
    assertThat(three.json().device(0, "DRAM").get("liveBytes").getAsLong()).isEqualTo(110_592);
  }

  @Test
  void anAllowanceForABaselinePassesLeaks() throws Exception {
    long cached = perDevice(run("mesh").json());
    JsonReport dropped = run("faults workload-dropped").json();
    JsonReport neverFreed = run("faults cb-never-freed").json();

    assertThat(perDevice(dropped)).as("the same bytes, lost").isEqualTo(cached);
    assertThat(perDevice(neverFreed)).isLessThan(ALLOWANCE);
    for (JsonReport report : List.of(dropped, neverFreed)) {
      assertThat(report.findings()).isNotEmpty().allMatch(f -> f.get("leak").getAsBoolean());
    }
    JsonReport two = run("accumulate --runs 2").json();
    assertThat(perDevice(two)).as("a second run fails it").isGreaterThan(ALLOWANCE);
  }

  private static long perDevice(JsonReport report) {
    long l1 = report.hasDevice(0, "L1") ? report.device(0, "L1").get("liveBytes").getAsLong() : 0;
    return report.device(0, "DRAM").get("liveBytes").getAsLong() + l1;
  }

  @Test
  void twoProcessesLeaveTheSameEach() throws Exception {
    JsonReport first = run("mesh").json();
    DemoRun again = DemoRun.in(folder, Jdks.ofThisBuild(), "mesh");

    assertThat(rows(again.json())).isEqualTo(rows(first)).isNotEmpty();
    assertThat(again.json().findings()).noneMatch(f -> f.get("growing").getAsBoolean());
  }

  private static List<String> rows(JsonReport report) {
    List<String> rows = new ArrayList<>();
    for (var row : report.root().getAsJsonArray("devices")) {
      JsonObject device = row.getAsJsonObject();
      rows.add(
          "%s %s %s %s"
              .formatted(
                  device.get("device"),
                  device.get("space"),
                  device.get("liveBytes"),
                  device.get("handles")));
    }
    return rows;
  }

  @Test
  void theFourteenMegabytesAreTheTensors() throws Exception {
    LedgerImage ledger = run("mesh").ledgers().read();
    Map<Long, Long> tensors = new HashMap<>();
    for (EventEntry event : onChips(ledger)) {
      TallyEntry tally = tally(ledger, event);
      boolean tensor =
          tally.type().name().equals("buffer")
              && tally.stack().stream()
                  .anyMatch(
                      f -> f.className().endsWith(".Tensor") && f.method().equals("allocate"));
      if (tensor && event.device() == 0 && event.kind() == EventEntry.Kind.OPEN) {
        tensors.putIfAbsent(event.address(), event.bytes());
      }
    }
    long six =
        List.of(2_560_032L, 2_910_240L, 3_260_448L, 3_610_656L, 3_655_712L, 3_700_768L).stream()
            .mapToLong(address -> tensors.getOrDefault(address, 0L))
            .sum();
    assertThat(six).isEqualTo(14_680_064);
  }

  /** The leak is less than a hundredth of the memory that the process uses anyway. */
  @Test
  void theMemoryOfTheProcessProvesNothing() throws Exception {
    for (String scenario : List.of("accumulate --runs 3", "accumulate --runs 3 --clear-cache")) {
      JsonReport report = run(scenario).json();
      for (var mark : report.root().getAsJsonArray("marks")) {
        JsonObject row = mark.getAsJsonObject();
        long left = scenario.endsWith("cache") ? 0 : 317_440;
        assertThat(row.get("leftBytes").getAsLong()).isEqualTo(left);
        assertThat(row.get("residentBytes").getAsLong()).isGreaterThan(100 * 317_440L);
      }
    }
  }

  @Test
  void theHexadecimalAddressesOfTheCircularBuffersAreOff() {
    assertThat(List.of(101_152, 105_248, 109_344)).containsExactly(0x18B20, 0x19B20, 0x1AB20);
    assertThat(List.of(1_073_737_728L, 1_073_739_776L)).containsExactly(MATMUL, ADD);
    assertThat(0x4000_0000L - ADD).as("the last page of each bank").isEqualTo(2_048);
  }
}
