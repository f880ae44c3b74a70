package io.ttalloc.serve.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.TypeCounts;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMetricsTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final String SEVEN = "pid=\"7\"";
  private static final String STARTED = "started=\"" + NOON.toEpochMilli() + "\"";

  @TempDir private Path folder;

  private MachineState state() throws IOException {
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      return watch.judged((number, count) -> {});
    }
  }

  /**
   * Returns a copy of a state that contains only its first process, with the given counters and
   * without a report.
   */
  private static MachineState with(LedgerPulse pulse, MachineState state) {
    ProcessView of = state.processes().get(0);
    ProcessView process =
        new ProcessView(
            of.ledger(), of.state(), pulse, false, null, List.of(), 0, 0, List.of(), true);
    return new MachineState(state.at(), List.of(process), List.of(), List.of(), 0, 0, List.of());
  }

  private static List<String> lines(MachineState state) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(out, MachineMetrics.of(state, List.of()));
    return out.toString(UTF_8).lines().toList();
  }

  private SampleLedger ledger(String command) throws IOException {
    return SampleLedger.of(folder, 7, NOON, command);
  }

  @Test
  void countsOfAProcessHaveItsLabelsAndBaseUnits() throws IOException {
    ledger("app.Main").open("file", 1).open("file", 2).openOn(3, "DRAM", "buffer", 36).ended(4);

    String process = SEVEN + "," + STARTED;
    assertThat(lines(state()))
        .contains(
            "tt_alloc_opened_total{" + process + "} 3.0",
            "tt_alloc_closed_total{" + process + "} 0.0",
            "tt_alloc_dropped_events_total{" + process + "} 0.0",
            "tt_alloc_cannot_grow_events_total{" + process + "} 0.0",
            "tt_alloc_report_outdated{" + process + "} 0.0",
            "tt_alloc_leaks{" + process + "} 1.0",
            "tt_alloc_growing{" + process + "} 0.0",
            "tt_alloc_may_grow{" + process + "} 0.0",
            "tt_alloc_type_opened_total{" + process + ",type=\"file\"} 2.0",
            "tt_alloc_type_opened_bytes_total{" + process + ",type=\"file\"} 128.0",
            "tt_alloc_device_opened_bytes_total{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 64.0",
            "tt_alloc_device_closed_bytes_total{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 0.0",
            "tt_alloc_device_live_bytes{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 64.0",
            "tt_alloc_device_used_bytes{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 64.0",
            "tt_alloc_device_fill_ratio{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 0.64",
            "tt_alloc_device_capacity_bytes{device=\"3\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + "} 100.0",
            "tt_alloc_live{device=\"3\",leak=\"true\","
                + SEVEN
                + ",space=\"DRAM\","
                + STARTED
                + ",type=\"buffer\",verdict=\"LEFT_OPEN\"} 1.0",
            "tt_alloc_live_bytes{device=\"\",leak=\"true\","
                + SEVEN
                + ",space=\"\","
                + STARTED
                + ",type=\"file\",verdict=\"LEFT_OPEN\"} 128.0",
            "tt_alloc_process_info{"
                + SEVEN
                + ",program=\"app.Main\","
                + STARTED
                + ",state=\"ended\"} 1",
            "tt_alloc_processes{state=\"ended\"} 1.0",
            "tt_alloc_processes{state=\"running\"} 0.0");
  }

  @Test
  void ofWhatIsNotJudgedThereIsNoNumberOfLeaks() throws IOException {
    ledger("app.Main").open("file", 1).killed();

    assertThat(lines(state()))
        .noneMatch(line -> line.startsWith("tt_alloc_leaks"))
        .anyMatch(line -> line.startsWith("tt_alloc_live{") && line.contains("\"OPEN\""));
  }

  /** Two of the three collected containers were hollow: nothing was left in them to close. */
  @Test
  void countersNameWhatIsLostAndWhatFoundNoRoom() throws IOException {
    ledger("app.Main").open("file", 1).killed();
    MachineState state = state();
    LedgerPulse pulse =
        new LedgerPulse(
            state.processes().get(0).pulse().process(),
            List.of(new TypeCounts("list", 9, 1, 3, 2)),
            List.of(),
            Map.of(Loss.CANNOT_GROW, 4L, Loss.AT_LIMIT, 5L, Loss.NO_HEAP, 6L),
            0,
            0);

    assertThat(lines(with(pulse, state)))
        .contains(
            "tt_alloc_collected_total{" + SEVEN + "," + STARTED + "} 3.0",
            "tt_alloc_collected_unclosed{" + SEVEN + "," + STARTED + "} 1.0",
            "tt_alloc_cannot_grow_events_total{" + SEVEN + "," + STARTED + "} 9.0",
            "tt_alloc_report_outdated{" + SEVEN + "," + STARTED + "} 1.0");
  }

  @Test
  void aCopyOfALedgerIsTheSameProcess() throws IOException {
    Path ledger = ledger("app.Main").open("file", 1).ended(2).ledger();
    Files.copy(ledger, folder.resolve("7-7-0000000a.ledger"));

    assertThat(lines(state()))
        .contains("tt_alloc_opened_total{" + SEVEN + "," + STARTED + "} 1.0")
        .filteredOn(line -> line.startsWith("tt_alloc_opened_total"))
        .hasSize(1);
  }

  @Test
  void namesFromALedgerCannotBreakALine() throws IOException {
    ledger("evil\"\n} 7\u202e").open("ty\npe\"\\", 1).ended(2);

    List<String> lines = lines(state());

    assertThat(lines)
        .allMatch(line -> line.startsWith("#") || line.matches("tt_alloc_\\w+(\\{.*\\})? \\S+"))
        .noneMatch(line -> line.contains("\u202e"))
        .anyMatch(line -> line.contains("type=\"ty\\\\u000ape\\\"\\\\\""));
  }

  /** The number of series of one process is limited, whatever its ledger contains. */
  @Test
  void typesBeyondALimitAreOne() throws IOException {
    SampleLedger ledger = ledger("app.Main");
    for (int i = 0; i < 700; i++) {
      ledger.open("type" + i, 1);
    }
    ledger.ended(2);

    List<String> live =
        lines(state()).stream().filter(line -> line.startsWith("tt_alloc_live{")).toList();

    assertThat(live).hasSize(501);
    assertThat(live)
        .filteredOn(line -> line.contains("type=\"(others)\""))
        .singleElement()
        .asString()
        .endsWith(" 200.0");
  }
}
