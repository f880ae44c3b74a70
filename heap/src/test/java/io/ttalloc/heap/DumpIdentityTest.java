package io.ttalloc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.HeldResource.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the values by which a dump is matched with a ledger. */
class DumpIdentityTest {
  @TempDir private Path folder;

  private HeapReport read(DumpBuilder dump) throws IOException {
    Path file = folder.resolve("a.hprof");
    Files.write(file, dump.bytes());
    return HeapDumpReader.read(file);
  }

  private static DumpBuilder dump(int idSize) throws IOException {
    return new DumpBuilder(idSize).withClasses().node(0x400, 0).root(0xFF, 0x400);
  }

  @Test
  void tellsWhenItWasTakenAndTheClockOfItsLedger() throws IOException {
    HeapReport report = read(dump(8).ledger(0x600, -5_000_000_001L));

    assertThat(report.takenMillis()).isEqualTo(DumpBuilder.TAKEN_MILLIS);
    assertThat(report.clockBaseNanos()).isEqualTo(-5_000_000_001L);
    assertThat(read(dump(4).ledger(0x600, 7)).clockBaseNanos()).isEqualTo(7);
    assertThat(read(dump(8)).clockBaseNanos()).isZero();
  }

  @Test
  void tellsTheTallyOfAResourceWithAndWithoutALink() throws IOException {
    HeapReport report =
        read(
            dump(8)
                .tallied(0x500, 2, 0x400, 1_234, 1)
                .tallied(0x510, 3, 0x400, 5_678, 1)
                .resource(0x520, 4, 0x400));

    assertThat(report.resources()).extracting(HeldResource::tally).containsExactly(1_234, 5_678, 0);
  }

  @Test
  void hasWhatTheLedgerMayStillCountAsOpenAndNothingElse() throws IOException {
    HeapReport report =
        read(
            dump(8)
                .tallied(0x500, 0, 0x400, 1, 0)
                .tallied(0x510, 1, 0x400, 1, 1)
                .tallied(0x520, 2, 0x400, 1, 2)
                .tallied(0x530, 3, 0x400, 1, 3)
                .tallied(0x540, 4, 0x400, 1, 4)
                .tallied(0x550, 5, 0x400, 1, 5)
                .tallied(0x560, 6, 0, 1, 1));

    assertThat(report.resources())
        .extracting(HeldResource::state)
        .containsExactly(State.OPENING, State.OPEN, State.CLOSING, State.CLOSED);
  }
}
