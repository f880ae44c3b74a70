package io.ttalloc.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.natives.regions.AllocatedBytes;
import io.ttalloc.natives.regions.ChipUsage;
import io.ttalloc.natives.regions.PublishedId;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelledChipsTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  @Test
  void circularBuffersThatShareAnAddressCountOnce() throws IOException {
    SampleLedger ledger =
        SampleLedger.of(folder, 1, NOON, "app.One")
            .openOn(0, "L1", "buffer", 1_000)
            .shared(true)
            .openOn(0, "L1", "circular-buffer", 1_000)
            .openOn(0, "L1", "circular-buffer", 1_000);
    try (LedgerLock lock = ledger.running();
        MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      assertThat(lock).isNotNull();
      MachineState state = watch.judged((number, count) -> {});

      assertThat(state.processes().get(0).devices().get(0).reported().sharedBytes())
          .as("by handle")
          .isEqualTo(128);
      assertThat(ModelledChips.of(state).get(0).processes().get(0).allocated())
          .isEqualTo(new AllocatedBytes(0, 64, 0, 0, 64, 0));
    } finally {
      ledger.ended(2);
    }
  }

  @Test
  void eachDeviceIsAChipWithWhatRunningProcessesHaveThere() throws IOException {
    SampleLedger one =
        SampleLedger.of(folder, 1, NOON, "app.One")
            .openOn(0, "DRAM", "buffer", 0)
            .openOn(0, "L1", "buffer", 0)
            .openOn(0, "KERNEL_CONFIG", "buffer", 0)
            .openOn(3, "TRACE", "buffer", 0)
            .shared(true)
            .openOn(0, "L1", "circular-buffer", 64);
    SampleLedger two =
        SampleLedger.of(folder, 2, NOON.minusSeconds(1), "app.Two")
            .openOn(3, "L1_SMALL", "buffer", 0);
    SampleLedger.of(folder, 3, NOON, "app.Ended").openOn(5, "DRAM", "buffer", 0).ended(1);
    try (LedgerLock first = one.running();
        LedgerLock second = two.running();
        MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      assertThat(List.of(first, second)).hasSize(2);
      MachineState state = watch.judged((number, count) -> {});

      assertThat(ModelledChips.of(state))
          .containsExactly(
              new ChipUsage(
                  PublishedId.of(0),
                  0,
                  List.of(
                      new ChipUsage.Share(1, "app.One", new AllocatedBytes(64, 64, 0, 0, 64, 0)))),
              new ChipUsage(
                  PublishedId.of(3),
                  3,
                  List.of(
                      new ChipUsage.Share(1, "app.One", new AllocatedBytes(0, 0, 0, 64, 0, 0)),
                      new ChipUsage.Share(2, "app.Two", new AllocatedBytes(0, 0, 64, 0, 0, 0)))));
    } finally {
      one.ended(2);
      two.ended(2);
    }
  }
}
