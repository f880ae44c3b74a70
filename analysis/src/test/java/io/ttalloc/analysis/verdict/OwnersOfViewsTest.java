package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests owners of views and of infrastructure. The resources of such an owner are not leaks. A leak
 * of the owner would therefore not be reported through them, so the owner itself is judged.
 */
class OwnersOfViewsTest {
  private static final TypeEntry CONN = container("conn", "com.acme.Conn");
  private static final TypeEntry POOL = container("pool", "com.acme.Pool");
  private static final TypeEntry VIEW = type("view", "com.acme.View");
  private static final List<Frame> OPEN = stack("com.acme.Conn.<init>:3", "com.acme.Main.run:7");
  private static final List<Frame> IN_OPEN =
      stack("com.acme.View.<init>:1", "com.acme.Conn.<init>:4", "com.acme.Main.run:7");

  private final LedgerBuilder ledger = ledger();

  private void assertFindings(String... expected) {
    assertThat(Reports.of(ledger).findings())
        .extracting(f -> f.verdict() + " " + f.type().name() + (f.leak() ? " leak" : ""))
        .containsExactlyInAnyOrder(expected);
  }

  @Test
  void ownerOfOnlyAViewIsLeftOpen() {
    ledger.open(VIEW, IN_OPEN).owner(ledger.open(CONN, OPEN)).alias();
    assertFindings("LEFT_OPEN conn leak", "ALIAS view");
    assertThat(Reports.of(ledger).unlisted().containers()).isEmpty();
    assertThat(Reports.of(ledger).totals().withoutBytes()).isEqualTo(1);
  }

  @Test
  void ownerOfOnlyInfrastructureIsLeftOpen() {
    ledger.open(VIEW, IN_OPEN).owner(ledger.open(CONN, OPEN)).infrastructure("Conn.init");
    assertFindings("LEFT_OPEN conn leak", "INFRASTRUCTURE view");
  }

  @Test
  void infrastructureOwnerIsReportedWithWhatItOwns() {
    OpenedResource closed = ledger.open(POOL, OPEN).closedBy(IN_OPEN);
    OpenedResource conn = ledger.open(CONN, OPEN).owner(closed).infrastructure("Pool.init");
    ledger.open(VIEW, IN_OPEN).owner(conn).infrastructure("Pool.init");
    assertFindings("INFRASTRUCTURE view");
    assertThat(Reports.of(ledger).unlisted().containers()).containsOnlyKeys("conn");
  }

  @Test
  void outermostOwnerOfOnlyAViewIsJudgedForTheChain() {
    OpenedResource pool = ledger.open(POOL, OPEN);
    ledger.open(VIEW, IN_OPEN).owner(ledger.open(CONN, OPEN).owner(pool)).alias();
    assertFindings("LEFT_OPEN pool leak", "ALIAS view");
    assertThat(Reports.of(ledger).unlisted().containers()).containsOnlyKeys("conn");
  }

  @Test
  void ownedResourceThatIsALeakRepresentsItsOwner() {
    OpenedResource conn = ledger.open(CONN, OPEN);
    ledger.open(VIEW, IN_OPEN).owner(conn).alias();
    ledger.open(BUFFER, IN_OPEN).owner(conn).bytes(8);
    assertFindings("LEFT_OPEN buffer leak", "ALIAS view");
    assertThat(Reports.of(ledger).unlisted().containers()).containsOnlyKeys("conn");
  }

  @Test
  void collectedOwnerOfOnlyAViewIsLostAndNotHollow() {
    OpenedResource dropped = ledger.open(CONN, OPEN).collected();
    ledger.open(VIEW, IN_OPEN).owner(dropped).alias();
    assertFindings("LOST conn leak", "ALIAS view");
  }

  @Test
  void infrastructureOfACollectedOwnerIsLostAndRepresentsIt() {
    OpenedResource dropped = ledger.open(CONN, OPEN).collected();
    ledger.open(VIEW, IN_OPEN).owner(dropped).infrastructure("Conn.init");
    assertFindings("LOST view leak");
  }

  @Test
  void danglingViewRepresentsItsOwner() {
    OpenedResource conn = ledger.open(CONN, OPEN);
    ledger.open(BUFFER, IN_OPEN).owner(conn).alias().on("c0#1", 0, "DRAM").at(4_096, 64);
    assertFindings("DANGLING buffer leak");
  }
}
