package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CACHE;
import static io.ttalloc.analysis.MeshRun.CB;
import static io.ttalloc.analysis.MeshRun.MESH;
import static io.ttalloc.analysis.MeshRun.PROGRAM;
import static io.ttalloc.analysis.MeshRun.WORKLOAD;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests verdicts that depend on an owner or a cache, and verdicts on owners themselves. */
class OwnedResourcesTest {
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");
  private static final List<Frame> CLOSE =
      stack("io.ttalloc.runtime.Owner.close:70", "com.acme.Main.run:64");

  private final LedgerBuilder ledger = ledger();

  private OpenedResource buffer() {
    return ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
  }

  @Test
  void heldByAnOpenCacheIsCachedAndNoLeak() {
    OpenedResource mesh = ledger.open(MESH, CREATE).label("2 x 4");
    OpenedResource cache = ledger.open(CACHE, CREATE).owner(mesh);
    OpenedResource workload = ledger.open(WORKLOAD, CREATE).heldBy(cache, "add");
    buffer().owner(workload);
    mesh.closedBy(CLOSE);
    Finding cached = only(ledger, Verdicts.CACHED);
    assertThat(cached.leak()).isFalse();
    assertThat(cached.ownership().owner()).isEqualTo("MeshWorkloadImpl#1");
    assertThat(cached.ownership().entries()).containsExactly("add");
    assertThat(cached.ownership().heldBy())
        .containsExactly(
            "ProgramCache#1 of MeshDevice#1 (2 x 4), closed at Main.run(Main.java:64)");
    assertThat(cached.ownership().closedBy()).isEqualTo(CLOSE);
    assertThat(fix(cached))
        .isEqualTo("call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed");
  }

  @Test
  void closedOwnerOfAnOpenCacheDoesNotOrphanWhatItHolds() {
    OpenedResource mesh = ledger.open(MESH, CREATE);
    OpenedResource cache = ledger.open(CACHE, CREATE).owner(mesh);
    buffer().heldBy(cache, "x");
    mesh.closedBy(CLOSE);
    assertThat(only(ledger, Verdicts.CACHED).amount().count()).isEqualTo(1);
  }

  @Test
  void ownedByAClosedOwnerThatFreesNothingIsOrphaned() {
    OpenedResource program = ledger.open(PROGRAM, CREATE);
    ledger.open(CB, CREATE).owner(program).on("c0#1", 0, "L1").at(101_152, 4_096).bytes(4_096);
    program.closedBy(CLOSE);
    Finding orphaned = only(ledger, Verdicts.ORPHANED);
    assertThat(orphaned.leak()).isTrue();
    assertThat(orphaned.ownership().owner()).isEqualTo("ProgramImpl#1");
    assertThat(orphaned.ownership().closedBy()).isEqualTo(CLOSE);
    assertThat(why(orphaned))
        .containsExactly(
            "its owner ProgramImpl#1 was closed at Main.run(Main.java:64)"
                + " and did not free what it owned");
    assertThat(fix(orphaned))
        .isEqualTo("Owner.close should close the circular buffer that it owns");
  }

  @Test
  void nobodyCanChangeTheCloseOfAnOwnerOfTheJdk() {
    TypeEntry context =
        new TypeEntry("ldap context", "com.sun.jndi.ldap.LdapCtx", false, true, false, false);
    OpenedResource owner = ledger.open(context, CREATE);
    buffer().owner(owner);
    owner.closedBy(CLOSE);
    assertThat(fix(only(ledger, Verdicts.ORPHANED))).startsWith("call ").doesNotContain("LdapCtx");
  }

  @Test
  void ownedByAClosedOwnerThatFreesWhatItOwnsIsLeftOpen() {
    TypeEntry frees =
        new TypeEntry("program", "io.ttalloc.runtime.Program", false, true, false, true);
    OpenedResource program = ledger.open(frees, CREATE);
    buffer().owner(program);
    program.closedBy(CLOSE);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }

  @Test
  void lostWithItsOutermostCollectedOwner() {
    OpenedResource mesh =
        ledger.open(MESH, stack("io.ttalloc.runtime.MeshDevice.open:1", "com.acme.Main.run:7"));
    OpenedResource cache = ledger.open(CACHE, CREATE).owner(mesh);
    OpenedResource workload = ledger.open(WORKLOAD, CREATE).heldBy(cache, "add");
    buffer().owner(workload).collected();
    mesh.collected();
    cache.collected();
    workload.collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.ownership().owner()).isEqualTo("MeshDevice#1");
    assertThat(lost.ownership().chain())
        .containsExactly("MeshWorkloadImpl#1", "ProgramCache#1", "MeshDevice#1");
    assertThat(why(lost)).contains("collected with the owner MeshDevice#1, which was never closed");
    assertThat(fix(lost)).contains("on the MeshDevice that Main.run(Main.java:7) opened");
    assertThat(Reports.of(ledger).findings()).hasSize(1);
  }

  @Test
  void infrastructureIsLostWithAnOwnerThatWasCollected() {
    OpenedResource workload = ledger.open(WORKLOAD, CREATE);
    buffer().owner(workload).infrastructure("Device.configureFabric");
    workload.collected();
    assertThat(only(ledger, Verdicts.LOST).ownership().owner()).isEqualTo("MeshWorkloadImpl#1");
  }

  @Test
  void collectedContainerThatNeverOwnedAnythingIsLost() {
    ledger.open(WORKLOAD, CREATE).collected();
    assertThat(only(ledger, Verdicts.LOST).type()).isEqualTo(WORKLOAD);
  }

  @Test
  void collectedContainerWhoseContentsWereClosedIsHollowAndNoFinding() {
    ledger.open(WORKLOAD, CREATE).hasOwned().collected();
    Report report = Reports.of(ledger);
    assertThat(report.isClean()).isTrue();
    assertThat(report.totals().hollow()).isEqualTo(1);
  }

  @Test
  void containerThatNothingRefersToIsHollowBeforeItIsCollected() {
    ledger.open(WORKLOAD, CREATE).hasOwned();
    Report report = KeptResources.report(ledger, BUFFER, CREATE);
    assertThat(report.isClean()).isTrue();
    assertThat(report.totals().hollow()).isEqualTo(1);
  }

  @Test
  void openContainerOfNothingOpenIsAFindingOfItsOwn() {
    OpenedResource mesh = ledger.open(MESH, CREATE);
    ledger.open(CACHE, CREATE).owner(mesh);
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.type()).isEqualTo(MESH);
    assertThat(Reports.of(ledger).findings()).hasSize(1);
    assertThat(Reports.of(ledger).totals().withoutBytes()).isEqualTo(1);
  }

  @Test
  void openContainerIsShownAsTheOwnerOfItsOpenContents() {
    OpenedResource mesh = ledger.open(MESH, CREATE);
    OpenedResource meshBuffer =
        ledger.open(container("mesh-buffer", "io.ttalloc.runtime.MeshBuffer"), CREATE).owner(mesh);
    buffer().owner(meshBuffer);
    Report report = Reports.of(ledger);
    assertThat(report.findings()).singleElement().matches(f -> f.type().equals(BUFFER));
    assertThat(only(ledger, Verdicts.LEFT_OPEN).ownership().owner()).isEqualTo("MeshDevice#1");
  }

  @Test
  void reusedSlotOfAnOwnerIsNotTheOwner() {
    OpenedResource program = ledger.open(PROGRAM, CREATE);
    buffer().owner(program);
    program.closed();
    ledger.open(PROGRAM, CREATE);

    List<Integer> namedAsOwner = new ArrayList<>();
    Set<Integer> owners =
        ledger.read(
            image -> {
              assertThat(image.forEachSlot(slot -> addOwner(slot, namedAsOwner))).isEmpty();
              return image.owners().keySet();
            });
    assertThat(namedAsOwner).containsAll(owners);
    assertThat(Reports.of(ledger).findings())
        .filteredOn(f -> f.type().equals(BUFFER))
        .singleElement()
        .matches(f -> f.ownership().owner() == null);
  }

  private static void addOwner(SlotEntry slot, List<Integer> owners) {
    if (slot.ownership().owner() != null) {
      owners.add(slot.ownership().owner().index());
    }
  }

  @Test
  void toleratesACycleOfOwners() {
    OpenedResource one = ledger.open(PROGRAM, CREATE);
    OpenedResource two = ledger.open(PROGRAM, CREATE).owner(one);
    one.owner(two);
    buffer().owner(two);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).amount().count()).isEqualTo(1);
  }
}
