package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ProcessChange;
import io.ttalloc.watch.ProcessDevice;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.ledgers.SampleLedger;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLogTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final List<String> lines = new ArrayList<>();
  private final MachineLog log = new MachineLog(lines::add);

  private List<String> lines(MachineState state) {
    return lines(state, WatchedNatives.NONE);
  }

  private List<String> lines(MachineState state, WatchedNatives natives) {
    lines.clear();
    log.print(state, List.of(), natives);
    return List.copyOf(lines);
  }

  private static MachineState at(Instant at, String... problems) {
    return new MachineState(at, List.of(), List.of(), List.of(), 0, 0, List.of(problems));
  }

  @Test
  void statisticsComeEveryTenSecondsWhateverTheClockDoes() {
    assertThat(lines(at(NOON))).contains("Current Statistics:");
    assertThat(lines(at(NOON.plusSeconds(9)))).isEmpty();
    assertThat(lines(at(NOON.plusSeconds(10)))).contains("Current Statistics:");

    Instant back = NOON.minusSeconds(3_600);
    assertThat(lines(at(back))).contains("Current Statistics:");
    assertThat(lines(at(back.plusSeconds(9)))).isEmpty();
    assertThat(lines(at(back.plusSeconds(10)))).contains("Current Statistics:");

    Instant aLittleBack = back.plusSeconds(5);
    assertThat(lines(at(aLittleBack))).isEmpty();
    assertThat(lines(at(aLittleBack.plusSeconds(15)))).contains("Current Statistics:");
  }

  @Test
  void devicesOfSeveralProcessesAreNotAddedUp() {
    DeviceUse use =
        new DeviceUse(0, "L1", 64, 64, 1, 0, 128L, new DeviceUse.Reported(64, 0, 64, 0, 0, 0.0));
    ProcessDevice one = new ProcessDevice(7, use);
    ProcessDevice other = new ProcessDevice(8, use);

    assertThat(lines(new MachineState(NOON, List.of(), List.of(one), List.of(), 0, 0, List.of())))
        .contains("  Device 0:", "    Total: 64 B");
    Instant later = NOON.plusSeconds(10);
    assertThat(
            lines(
                new MachineState(
                    later, List.of(), List.of(one, other), List.of(), 0, 0, List.of())))
        .containsSubsequence(
            "  Device 0 of PID 7:",
            "    Total: 64 B",
            "    including System: 64 B",
            "  Device 0 of PID 8:",
            "    Total: 64 B")
        .doesNotContain("    Total: 128 B");
  }

  /**
   * The statistics are printed immediately, although the previous ones are less than ten seconds
   * old. Process 6 ended before the watch began.
   */
  @Test
  void whatProcessesLeftThatWereSeenToEndStandsBesideWhatIsActive() throws IOException {
    SampleLedger.of(folder, 6, NOON, "before").open("file", 1).ended(1);
    SampleLedger one = SampleLedger.of(folder, 7, NOON, "one").open("file", 1).open("file", 1);
    SampleLedger two = SampleLedger.of(folder, 8, NOON, "two").open("file", 1);
    List<String> active = new ArrayList<>();
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1);
        LedgerLock first = one.running();
        LedgerLock second = two.running()) {
      active.add(lastLineOf(watch, 0));
      one.ended(2);
      first.close();
      active.add(lastLineOf(watch, 1));
      two.ended(2);
      second.close();
      active.add(lastLineOf(watch, 2));
    }
    assertThat(active)
        .containsExactly(
            "  Active allocations: 3",
            "  Active allocations: 1 (1 ended process left 2)",
            "  Active allocations: 0 (2 ended processes left 3, at most 2 each)");
  }

  @Test
  void statisticsComeOnceTheLedgerOfACleanProcessIsSeenToBeGone() throws IOException {
    SampleLedger clean = SampleLedger.of(folder, 7, NOON, "clean").open("file", 1);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1);
        LedgerLock lock = clean.running()) {
      assertThat(lastLineOf(watch, 0)).isEqualTo("  Active allocations: 1");
      Files.delete(clean.ended(2).ledger());
      lock.close();
      assertThat(lastLineOf(watch, 1)).isEqualTo("- [PID 7] has ended: clean");
      assertThat(lines(at(NOON.plusSeconds(2))))
          .containsExactly("Current Statistics:", "  Active allocations: 0");
      assertThat(lines(at(NOON.plusSeconds(3)))).isEmpty();
    }
  }

  /** A machine state does not list native processes that have ended among its changes. */
  @Test
  void statisticsComeOnceANativeProcessHasEnded() {
    EndedNatives natives = new EndedNatives();
    assertThat(lines(at(NOON), natives)).contains("Current Statistics:");

    natives.ended = 1;
    assertThat(lines(at(NOON.plusSeconds(1)), natives)).contains("Current Statistics:");
    assertThat(lines(at(NOON.plusSeconds(2)), natives)).isEmpty();
  }

  private static final class EndedNatives implements WatchedNatives {
    private long ended;

    @Override
    public NativeState state() {
      return NativeState.NONE;
    }

    @Override
    public List<MetricSnapshot> metrics() {
      return List.of();
    }

    @Override
    public List<DeviceUse> devices() {
      return List.of();
    }

    @Override
    public long open() {
      return 0;
    }

    @Override
    public long ended() {
      return ended;
    }

    @Override
    public void publish(MachineState machine) {}

    @Override
    public void close() {}
  }

  private String lastLineOf(MachineWatch watch, long second) {
    MachineState now = watch.next();
    List<String> lines =
        lines(
            new MachineState(
                NOON.plusSeconds(second),
                now.processes(),
                now.devices(),
                now.changes(),
                0,
                0,
                List.of()));
    return lines.get(lines.size() - 1);
  }

  @Test
  void aProblemIsReportedOnceWhileItLasts() {
    String problem = "/ledgers\u001b cannot be read";
    String line = "tt-alloc: /ledgers\\u001b cannot be read";
    lines(at(NOON));

    assertThat(lines(at(NOON, problem))).containsExactly(line);
    assertThat(lines(at(NOON, problem))).isEmpty();
    assertThat(lines(at(NOON))).isEmpty();
    assertThat(lines(at(NOON, problem))).containsExactly(line);
  }

  @Test
  void aLedgerThatCannotGrowIsToldOnceWhileItsProcessRuns() throws IOException {
    String line =
        "\u26a0 [PID 7] the ledger cannot grow: resources opened from now on may be missing from reports";
    SampleLedger ledger = SampleLedger.of(folder, 7, NOON, "one").open("file", 1);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1);
        LedgerLock lock = ledger.running()) {
      assertThat(lock).isNotNull();
      assertThat(lines(watch.next())).doesNotContain(line);
      ledger.cannotGrow();
      assertThat(lines(watch.next())).contains(line);
      ledger.cannotGrow();
      assertThat(lines(watch.next())).doesNotContain(line);
    } finally {
      ledger.ended(2);
    }
  }

  @Test
  void aProgramWithAHostileNameIsOneShortLine() throws IOException {
    String command = "java -jar \u001b[2J\n" + "x".repeat(1 << 20) + "\u202e.jar";
    SampleLedger.of(folder, 7, NOON, command).open("file", 1).ended(1);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      MachineState state = watch.next();
      assertThat(state.changes()).extracting(ProcessChange::to).containsExactly(ProcessState.ENDED);

      assertThat(lines(state))
          .anyMatch(line -> line.startsWith("- [PID 7] ended earlier: "))
          .allMatch(line -> line.length() < 200)
          .allMatch(line -> line.chars().allMatch(c -> c >= ' ' && c < 127));
    }
  }
}
