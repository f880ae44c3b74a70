package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.report.DoubtText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ = stack("com.acme.Loader.read:42");

  @Test
  void foldsOneStackOverDevicesAndAddresses() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    Report report = Reports.of(ledger);
    assertThat(report.findings()).hasSize(4).allMatch(f -> f.verdict() == Verdicts.CACHED);
    assertThat(report.leaks()).isZero();
    Finding add =
        report.findings().stream()
            .filter(f -> f.location().addresses().contains(MeshRun.ADD_ADDRESS))
            .findFirst()
            .orElseThrow();
    assertThat(add.amount()).isEqualTo(new Amount(8, 8, 0, 0, 98_304, 8, 98_304, 0, 8, 8));
    assertThat(add.location().devices()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(add.opening().sites())
        .containsExactly("load_binaries", "create_and_cache_mesh_workload");
    assertThat(report.unlisted().views()).isEqualTo(new ClosedViews.Count(16, 16));
  }

  @Test
  void countsTheRegionsOfSharedHandlesOncePerFinding() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 2; i++) {
      for (long size : new long[] {4_096, 2_048}) {
        ledger.open(MeshRun.CB, READ).on("c#0", 0, "L1").at(101_152, size).bytes(size).shared();
      }
    }
    Amount amount = only(ledger, Verdicts.LEFT_OPEN).amount();
    assertThat(amount.count()).isEqualTo(4);
    assertThat(amount.bytes()).isEqualTo(12_288);
    assertThat(amount.regions()).isEqualTo(1);
    assertThat(amount.regionBytes()).isEqualTo(4_096);
  }

  @Test
  void keepsSixteenExamplesAndSaysThatThereAreMore() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 40; i++) {
      ledger
          .open(BUFFER, READ)
          .on("c#0", 0, "DRAM")
          .at(8_192 - 64L * i, 64)
          .bytes(64)
          .label("file " + (char) ('a' + i % 20))
          .thread("worker-" + i);
    }
    Location location = only(ledger, Verdicts.LEFT_OPEN).location();
    assertThat(location.addresses()).hasSize(16).isSorted().contains(8_192 - 64L * 39);
    assertThat(location.moreAddresses()).isTrue();
    assertThat(location.labels().first()).hasSize(16).startsWith(new Location.Label("file a", 2));
    assertThat(location.labels().labelled()).isEqualTo(40);
    assertThat(location.labels().more()).isTrue();
    assertThat(location.threads()).hasSize(16);
    assertThat(location.blocks()).hasSize(16);
    assertThat(location.moreBlocks()).isTrue();
  }

  @Test
  void countsLostResourcesWithoutASlot() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, READ).collected();
    ledger.folded(FILE, READ, 4_000_000);
    Report report = Reports.of(ledger);
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.amount().count()).isEqualTo(4_000_001);
    assertThat(why(lost))
        .startsWith(
            "4,000,001 collected, never closed",
            "for 4,000,000 of them, the ledger keeps only their number and total size");
    assertThat(report.totals().withoutBytes()).isEqualTo(4_000_001);
  }

  @Test
  void listsClosesOfSiblingsMostFrequentFirst() {
    LedgerBuilder ledger = ledger();
    ledger.closed(FILE, READ, 97, 5_000_000);
    ledger.closeSite(FILE, READ, stack("com.acme.Loader.rare:1"), 1);
    ledger.closeSite(FILE, READ, stack("com.acme.Loader.read:55"), 8);
    ledger.open(FILE, READ).collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.explanation().siblings()).extracting(s -> s.count()).containsExactly(8L, 1L);
    assertThat(lost.amount().opened()).isEqualTo(98);
    assertThat(lost.amount().closed()).isEqualTo(97);
    assertThat(fix(lost))
        .isEqualTo(
            "call close() on every path through Loader.read: some paths end before Loader.java:55"
                + " closes"
                + " it, or open another resource first");
  }

  @Test
  void putsTheWorstFirst() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    ledger.open(BUFFER, READ).bytes(10);
    ledger.open(BUFFER, stack("com.acme.Other.read:1")).bytes(20);
    ledger.open(FILE, READ).collected();
    assertThat(Reports.of(ledger).findings())
        .extracting(f -> f.verdict() + " " + f.amount().bytes())
        .containsExactly(
            "LOST 0",
            "LEFT_OPEN 20",
            "LEFT_OPEN 10",
            "CACHED 196608",
            "CACHED 98304",
            "CACHED 12288",
            "CACHED 10240");
  }

  @Test
  void confidenceFallsWithWhatIsMissing() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, READ);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.HIGH);
    ledger.attachedLate();
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.MEDIUM);
    ledger.dropped(Loss.CANNOT_GROW, 7);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(DoubtText.of(Reports.of(ledger).confidence().doubts()))
        .containsExactly(
            "7 events dropped: the ledger's file could not grow",
            "attached late: what was opened earlier is unknown");
  }

  @Test
  void lifetimesAreAccurateToABucket() {
    LedgerBuilder ledger = ledger();
    ledger.closed(FILE, READ, 90, 1_000_000);
    ledger.closed(FILE, READ, 10, 80_000_000);
    var lifetime = Reports.of(ledger).history().lifetimes().get(0);
    assertThat(lifetime.count()).isEqualTo(100);
    assertThat(lifetime.p50Nanos()).isBetween(937_500L, 1_062_500L);
    assertThat(lifetime.p99Nanos()).isBetween(75_000_000L, 85_000_000L);
    assertThat(lifetime.maxNanos()).isGreaterThanOrEqualTo(lifetime.p99Nanos());
  }
}
