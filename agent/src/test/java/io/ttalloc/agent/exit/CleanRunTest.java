package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.OpenAtEnd;
import io.ttalloc.ledger.write.Tally;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The line for a clean run is derived from the counters alone and must equal the headline of the
 * report on the same ledger.
 */
class CleanRunTest {
  private static final int LOST_IS_EXPECTED =
      3
          << (TypePolicies.SHIFT
              + TypePolicies.BITS * List.of(TypePolicies.VERDICTS.split(" ", -1)).indexOf("LOST"));

  @TempDir private Path folder;

  private String both(int opened, int disowned, int systemsOwn) throws IOException {
    Path file = Files.createFile(folder.resolve(opened + "-" + systemsOwn + ".ledger"));
    LedgerWriter ledger =
        new LedgerWriter(file.toFile(), new LedgerHeader(1, 1, 1, 1, "", "", false, true), 0);
    int type = ledger.type("file", "a.File", LOST_IS_EXPECTED, null, null, 0);
    Tally tally = Objects.requireNonNull(ledger.tally(type, 0));
    for (int i = 0; i < opened; i++) {
      tally.opened(0, false);
      tally.closed(1);
    }
    for (int i = 0; i < disowned; i++) {
      tally.disowned();
    }
    SlotBatch batch = new SlotBatch(1);
    for (int i = 0; i < systemsOwn; i++) {
      int slot = ledger.slots().take(batch);
      ledger.slots().fill(slot, tally.id(), 1, 0);
      ledger.slots().addFlags(slot, SlotLayout.FLAG_INFRASTRUCTURE);
      tally.opened(0, false);
      ledger.slots().publish(slot);
      if (i % 2 == 1) {
        ledger.slots().setState(slot, SlotLayout.STATE_COLLECTED);
        tally.collected(0);
      }
    }
    OpenAtEnd open = ledger.openAtEnd();
    ledger.ended();
    assertThat(open.isClean()).isTrue();
    String line = CleanRun.line(open);

    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ReportFormats.unaskedText(false)
        .write(
            Analysis.of(LedgerReader.read(file, Liveness.OWN_PROCESS), AnalysisOptions.defaults()),
            text);
    assertThat(text.toString(StandardCharsets.UTF_8)).isEqualTo("tt-alloc: " + line + "\n");
    return line;
  }

  @Test
  void printsTheSameAsTheReport() throws IOException {
    assertThat(both(0, 0, 0)).isEqualTo("clean. 0 opened, 0 closed, Active allocations: 0");
    assertThat(both(118, 0, 0)).isEqualTo("clean. 118 opened, 118 closed, Active allocations: 0");
    assertThat(both(1_234, 0, 0))
        .isEqualTo("clean. 1,234 opened, 1,234 closed, Active allocations: 0");
    assertThat(both(100_000, 3, 0))
        .isEqualTo("clean. 100,000 opened, 99,997 closed, 3 disowned, Active allocations: 0");
    assertThat(both(1, 0, 2))
        .isEqualTo(
            "clean. 3 opened, 1 closed, Active allocations: 0, and 2 of the system's own resources still open");
  }
}
