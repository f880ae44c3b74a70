package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CACHE;
import static io.ttalloc.analysis.MeshRun.CB;
import static io.ttalloc.analysis.MeshRun.MESH;
import static io.ttalloc.analysis.MeshRun.WORKLOAD;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests resources that a reclaimer closed because the program had not closed them. */
class ReclaimedTest {
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");

  private static final String LOAD = "io.ttalloc.runtime.MeshWorkloadImpl.load:3";
  private static final String ENQUEUE = "io.ttalloc.runtime.MeshDevice.enqueue:5";

  private final LedgerBuilder ledger = ledger();

  @Test
  void closedByAReclaimerIsReclaimedAndHasNoLiveBytes() {
    ledger.reclaimed(BUFFER, CREATE, 4, 49_152);
    Finding reclaimed = only(ledger, Verdicts.RECLAIMED);
    assertThat(reclaimed.leak()).isTrue();
    assertThat(reclaimed.amount().bytes()).isZero();
    assertThat(reclaimed.amount().reclaimedBytes()).isEqualTo(49_152);
    assertThat(Reports.of(ledger).totals().use().bytes()).isZero();
  }

  @Test
  void reclaimedWithItsOwnerIsOneFindingThatNamesTheOwner() {
    String create = "io.ttalloc.runtime.Buffer.create:9";
    ledger.reclaimed(BUFFER, stack(create, LOAD, "com.acme.Main.run:48"), 4, 49_152);
    ledger.reclaimed(BUFFER, stack(create, LOAD, "com.acme.Main.run:49"), 4, 0);
    ledger.reclaimed(WORKLOAD, stack(ENQUEUE, "com.acme.Main.run:48"), 1, 0);
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    Finding reclaimed = only(ledger, Verdicts.RECLAIMED);
    assertThat(reclaimed.type()).isEqualTo(BUFFER);
    assertThat(why(reclaimed))
        .contains(
            "reclaimed with 1 mesh device opened at Main.run(Main.java:7),"
                + " 1 mesh workload opened at Main.run(Main.java:48),"
                + " 4 buffers opened at Main.run(Main.java:49)");
    assertThat(fix(reclaimed))
        .startsWith("call close() on the MeshDevice that Main.run(Main.java:7) opened");
  }

  @Test
  void reclaimedWithoutARelatedStackIsAFindingOfItsOwn() {
    ledger.reclaimed(BUFFER, CREATE, 1, 64);
    ledger.reclaimed(BUFFER, stack("com.acme.Main.other:9"), 1, 0);
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    List<Finding> findings = Reports.of(ledger).findings();
    assertThat(findings).extracting(f -> f.type()).containsExactlyInAnyOrder(BUFFER, BUFFER, MESH);
    assertThat(findings)
        .allMatch(f -> f.verdict() == Verdicts.RECLAIMED && f.leak() && why(f).size() == 1)
        .extracting(Reports::fix)
        .filteredOn(fix -> fix.contains("MeshDevice"))
        .hasSize(1);
  }

  @Test
  void reclaimedContainerAloneIsAFindingOfItsOwn() {
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    assertThat(only(ledger, Verdicts.RECLAIMED).type()).isEqualTo(MESH);
  }

  private List<String> whyOf(String typeName) {
    return why(
        Reports.of(ledger).findings().stream()
            .filter(finding -> finding.type().name().equals(typeName))
            .findFirst()
            .orElseThrow());
  }

  /** The owners are recorded before their resources here; the order does not matter. */
  @Test
  void ownersOfOwnersAreNamedToo() {
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    ledger.reclaimed(WORKLOAD, stack(ENQUEUE, "com.acme.Main.run:48"), 1, 0);
    ledger.reclaimed(BUFFER, stack(LOAD, "com.acme.Main.run:48"), 4, 49_152);
    assertThat(why(only(ledger, Verdicts.RECLAIMED)))
        .contains(
            "reclaimed with 1 mesh device opened at Main.run(Main.java:7),"
                + " 1 mesh workload opened at Main.run(Main.java:48)");
  }

  @Test
  void ownersAreNamedOnlyWithWhatTheyOpened() {
    ledger.reclaimed(WORKLOAD, stack(ENQUEUE, "com.acme.Main.run:48"), 1, 0);
    ledger.reclaimed(BUFFER, stack(LOAD, "com.acme.Main.run:48"), 4, 49_152);
    ledger.reclaimed(CB, stack("com.acme.Main.run:50"), 1, 64);
    assertThat(whyOf("buffer")).hasSize(2);
    assertThat(whyOf("circular-buffer")).hasSize(1);
  }

  @Test
  void whatHasNoBytesAndOwnsNothingIsAFindingOfItsOwnThoughAnOwnerOpenedIt() {
    ledger.reclaimed(WORKLOAD, stack(ENQUEUE, "com.acme.Main.run:48"), 1, 0);
    ledger.reclaimed(BUFFER, stack(LOAD, "com.acme.Main.run:48"), 4, 49_152);
    ledger.reclaimed(type("file", "com.acme.File"), stack(LOAD, "com.acme.Main.run:48"), 1, 0);
    assertThat(whyOf("file")).hasSize(1);
  }

  @Test
  void anOwnerWasReclaimedOrCollectedAndIsNamedOnce() {
    List<Frame> enqueued = stack(ENQUEUE, "com.acme.Main.run:48");
    ledger.reclaimed(WORKLOAD, enqueued, 1, 0);
    ledger.open(WORKLOAD, enqueued).collected();
    ledger.open(MESH, stack("com.acme.Main.other:9")).collected();
    ledger.reclaimed(BUFFER, stack(LOAD, "com.acme.Main.run:48"), 4, 49_152);
    assertThat(whyOf("buffer"))
        .last()
        .isEqualTo("reclaimed with 1 mesh workload opened at Main.run(Main.java:48)");
  }

  @Test
  void fourOwnersAreNamed() {
    for (int line = 1; line <= 5; line++) {
      ledger.reclaimed(WORKLOAD, stack(ENQUEUE, "com.acme.Main.run:" + line), 1, 0);
    }
    ledger.reclaimed(BUFFER, stack(LOAD, "com.acme.Main.run:48"), 4, 49_152);
    assertThat(whyOf("buffer"))
        .last()
        .asString()
        .contains("(Main.java:4)")
        .endsWith(" and more")
        .doesNotContain("(Main.java:5)");
  }

  @Test
  void aReclaimedCacheIsNoFinding() {
    ledger.reclaimed(CACHE, stack("com.acme.Main.run:7"), 1, 0);
    assertThat(Reports.of(ledger).findings()).isEmpty();
  }
}
