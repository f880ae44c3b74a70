package io.ttalloc.cli.holders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpOriginTest {
  private static final long BEGAN = 1_700_000_000_000L;
  private static final long CLOCK_BASE = -77;

  @TempDir private Path folder;

  /** The image of a ledger whose process ended just before the ledger was read. */
  private LedgerImage ledger() throws IOException {
    LedgerFiles files = LedgerFiles.fresh(folder, 4242, BEGAN);
    files.createLedger();
    LedgerHeader header =
        new LedgerHeader(
            4242, BEGAN, CLOCK_BASE, BEGAN * 1_000_000, "app.Main", "a JVM", false, true);
    new LedgerWriter(files.ledger().toFile(), header, 0).ended();
    return LedgerReader.read(files.ledger(), Liveness.PROBE);
  }

  private static HeapReport dump(long takenMillis, long clockBase) {
    return new HeapReport(takenMillis, clockBase, 1, List.of());
  }

  private String message(HeapReport dump) throws IOException {
    LedgerImage image = ledger();
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(() -> DumpOrigin.check("a.hprof", dump, image))
        .isInstanceOf(NoHeapException.class)
        .satisfies(e -> messages.add(String.valueOf(e.getMessage())));
    return messages.get(0);
  }

  @Test
  void aDumpOfTheProcessAndItsTimeIsAccepted() throws IOException {
    LedgerImage image = ledger();

    for (long clockBase : new long[] {CLOCK_BASE, 0}) {
      assertThatCode(() -> DumpOrigin.check("a.hprof", dump(BEGAN, clockBase), image))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void theClockOfItsLedgerRevealsADumpOfAnotherProcess() throws IOException {
    assertThat(message(dump(BEGAN, CLOCK_BASE + 1)))
        .isEqualTo(
            "a.hprof is from another process, expected a dump of process 4242 from the time that its"
                + " ledger covers; the dump is not used");
  }

  @Test
  void theTimeStampRevealsADumpOfAnotherTime() throws IOException {
    assertThat(message(dump(BEGAN - 60_000, CLOCK_BASE)))
        .isEqualTo(
            "a.hprof was taken at 2023-11-14T22:12:20Z, but the ledger begins at 2023-11-14T22:13:20Z,"
                + " expected a dump of process 4242 from the time that its ledger covers; the dump is"
                + " not used");
    assertThat(message(dump(Long.MAX_VALUE / 1_000_000, 0)))
        .startsWith("a.hprof is from another process or time: it was taken at 2262-");
    assertThat(message(dump(Long.MIN_VALUE, 0))).contains("another process or time");
  }
}
