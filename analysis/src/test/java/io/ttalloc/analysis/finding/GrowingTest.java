package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CACHE;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.fold.Cycles;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.ProcessEntry;
import org.junit.jupiter.api.Test;

class GrowingTest {
  private final LedgerBuilder ledger = ledger();

  private void cached(OpenedResource cache, int count) {
    for (int i = 0; i < count; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100).heldBy(cache, "x");
    }
  }

  @Test
  void leftOpenByEachOfThreeCyclesGrowsAndIsALeak() {
    LedgerBuilder mesh = MeshRun.withSites(ledger());
    for (int run = 1; run <= 3; run++) {
      MeshRun.record(mesh, "" + run);
      mesh.mark("run " + run);
    }
    assertThat(Reports.of(mesh).findings())
        .hasSize(4)
        .allMatch(f -> f.verdict() == Verdicts.CACHED && f.growing() && f.leak());
    assertThat(Reports.of(mesh).findings().get(0).growth())
        .containsExactly(
            new Cycles.Growth("run 1", 8, 196_608, new Cycles.Open(8, 196608)),
            new Cycles.Growth("run 2", 8, 196_608, new Cycles.Open(16, 393216)),
            new Cycles.Growth("run 3", 8, 196_608, new Cycles.Open(24, 589824)));
  }

  @Test
  void openedOnlyInTheFirstCyclesIsAPlateau() {
    OpenedResource cache = ledger.open(CACHE, stack("lib.Cache.<init>:1"));
    cached(cache, 5);
    ledger.mark("1");
    cached(cache, 1);
    ledger.mark("2").mark("3").mark("4");
    Finding finding = only(ledger, Verdicts.CACHED);
    assertThat(finding.growing()).isFalse();
    assertThat(finding.leak()).isFalse();
    assertThat(finding.growth()).extracting(Cycles.Growth::count).containsExactly(5L, 1L, 0L, 0L);
  }

  @Test
  void twoCyclesAreTooFewForATrend() {
    OpenedResource cache = ledger.open(CACHE, stack("lib.Cache.<init>:1"));
    cached(cache, 1);
    ledger.mark("1");
    cached(cache, 1);
    ledger.mark("2");
    cached(cache, 1);
    assertThat(only(ledger, Verdicts.CACHED).growing()).isFalse();
  }

  @Test
  void openAndCollectedResourcesOfOneStackGrowTogether() {
    for (int i = 1; i <= 3; i++) {
      OpenedResource buffer = ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      if (i < 3) {
        buffer.collected();
      }
      ledger.mark("" + i);
    }
    assertThat(only(ledger, Verdicts.LOST).growing()).isTrue();
    assertThat(only(ledger, Verdicts.LEFT_OPEN).growing()).isTrue();
  }

  @Test
  void plateauIsNoTrendThoughOtherResourcesOfItsStackGrow() {
    OpenedResource cache = ledger.open(CACHE, stack("lib.Cache.<init>:1"));
    cached(cache, 5);
    for (int i = 1; i <= 4; i++) {
      ledger.mark("" + i);
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
    }
    ledger.mark("5");
    assertThat(only(ledger, Verdicts.CACHED).leak()).isFalse();
    assertThat(only(ledger, Verdicts.LEFT_OPEN).growing()).isTrue();
  }

  @Test
  void growthInAKilledProcessHasReasonsAndAFix() {
    for (int i = 0; i < 3; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1", "com.acme.Main.run:7")).bytes(100);
      ledger.mark("" + i);
    }
    ledger.ended(ProcessEntry.Ended.KILLED);
    Finding open = only(ledger, Verdicts.OPEN);
    assertThat(open.leak()).isTrue();
    assertThat(open.why())
        .containsExactly(
            "each of the last cycles left some open", "killed: the newest may be in use");
    assertThat(open.fix()).startsWith("call close() on the Buffer that ");
  }

  @Test
  void growingLeakIsALeak() {
    for (int i = 0; i < 3; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      ledger.mark("" + i);
    }
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(open.leak()).isTrue();
  }
}
