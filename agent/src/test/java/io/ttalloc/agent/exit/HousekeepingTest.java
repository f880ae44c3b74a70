package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingTest {
  @TempDir private Path folder;

  private boolean isWanted(Consumer<LedgerWriter> run) throws Exception {
    Path ledger = folder.resolve("test.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, true);
    LedgerWriter writer = new LedgerWriter(ledger.toFile(), about, 1024);
    run.accept(writer);
    writer.ended();
    LedgerImage image = LedgerReader.read(ledger, Liveness.OWN_PROCESS);
    return Housekeeping.isWanted(Analysis.of(image, AnalysisOptions.defaults()));
  }

  @Test
  void aLedgerThatHasNothingToSayIsNotWanted() throws Exception {
    assertThat(isWanted(writer -> {})).isFalse();
  }

  @Test
  void aLedgerThatLacksSomethingIsWantedThoughItIsClean() throws Exception {
    assertThat(isWanted(writer -> writer.gap(Gap.NOT_WOVEN))).isTrue();
  }

  @Test
  void aLedgerWithClosesOfWhatNoRuleSawOpenIsWanted() throws Exception {
    assertThat(isWanted(LedgerWriter::unknownClose)).isTrue();
  }

  @Test
  void aLedgerWithMisuseIsWanted() throws Exception {
    assertThat(
            isWanted(
                writer -> {
                  int type = writer.type("thing", "com.acme.Thing", 0, null, null, 0);
                  assertThat(writer.misuse(MisuseKind.DOUBLE_CLOSE, type, 0, 0, 0)).isPositive();
                }))
        .isTrue();
  }
}
