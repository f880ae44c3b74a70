package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastRunsTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final LastRuns runs = new LastRuns();

  /** Leaves the given number of resources of 64 bytes open on each of two devices. */
  private SampleLedger run(long pid, String command, int each) throws IOException {
    SampleLedger ledger = SampleLedger.of(folder, pid, NOON, command);
    for (int i = 0; i < each; i++) {
      ledger.openOn(0, "DRAM", "buffer", 1_000).openOn(1, "DRAM", "buffer", 1_000);
    }
    return ledger;
  }

  private List<String> compared(long pid) throws IOException {
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1)) {
      List<ProcessView> processes = watch.judged((number, count) -> {}).processes();
      return runs.compare(
          processes.stream().filter(one -> one.pid() == pid).findFirst().orElseThrow());
    }
  }

  @Test
  void aRunIsComparedWithTheLastOneOfItsCommand() throws IOException {
    run(1, "java App", 1).ended(2);
    run(2, "java App", 2).openOn(0, "L1", "buffer", 1_000).ended(2);
    run(3, "java Other", 2).ended(2);
    run(4, "java App", 2).ended(2);

    assertThat(compared(1)).isEmpty();
    assertThat(compared(2))
        .containsExactly(
            "DRAM of devices 0, 1: 128 B left on each, 64 B more than after the previous run",
            "L1 of device 0: 64 B left, 64 B more than after the previous run");
    assertThat(compared(3)).as("the first run of another command").isEmpty();
    assertThat(compared(4))
        .containsExactly(
            "DRAM of devices 0, 1: 128 B left on each, the same as after the previous run",
            "L1 of device 0: 0 B left, 64 B less than after the previous run");
  }
}
