package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.FakeLedger.container;
import static io.ttalloc.analysis.FakeLedger.ledger;
import static io.ttalloc.analysis.FakeLedger.stack;
import static io.ttalloc.analysis.FakeLedger.type;
import static io.ttalloc.analysis.MeshPicture.BUFFER;
import static io.ttalloc.analysis.MeshPicture.CACHE;
import static io.ttalloc.analysis.MeshPicture.CB;
import static io.ttalloc.analysis.MeshPicture.MESH;
import static io.ttalloc.analysis.MeshPicture.PROGRAM;
import static io.ttalloc.analysis.MeshPicture.WORKLOAD;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.analysis.FakeSlot;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack("java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42");
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");
  private static final List<Frame> VIEW =
      stack("io.ttalloc.runtime.Buffer.view:12", "com.acme.Main.run:50");
  private static final List<Frame> CLOSE =
      stack("io.ttalloc.runtime.Owner.close:70", "com.acme.Main.run:64");

  private final FakeLedger ledger = ledger();

  private FakeSlot buffer() {
    return ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
  }

  private FakeSlot view(long address) {
    return ledger.open(BUFFER, VIEW).on("c0#1", 0, "DRAM").at(address, 1_024).bytes(1_024).alias();
  }

  @Test
  void openAtExitAndNobodysIsLeftOpen() {
    buffer();
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.leak()).isTrue();
    assertThat(open.fix())
        .isEqualTo("call close() on the Buffer that Main.run(Main.java:48) opened");
  }

  @Test
  void openWhileRunningOrAfterAKillIsOnlyOpen() {
    buffer();
    ledger.ended(ProcessEntry.Ended.RUNNING);
    assertThat(only(ledger, Verdicts.OPEN).leak()).isFalse();
    ledger.ended(ProcessEntry.Ended.KILLED);
    assertThat(only(ledger, Verdicts.OPEN).why())
        .containsExactly("killed: what was in use cannot be told from what leaked");
  }

  @Test
  void collectedUnclosedIsLost() {
    ledger.open(FILE, READ).collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.leak()).isTrue();
    assertThat(lost.why()).contains("1 collected, never closed");
  }

  @Test
  void whatACollectedOwnerOwnedIsLostWithItsOutermostCollectedOwner() {
    FakeSlot mesh =
        ledger.open(MESH, stack("io.ttalloc.runtime.MeshDevice.open:1", "com.acme.Main.run:7"));
    FakeSlot cache = ledger.open(CACHE, CREATE).owner(mesh);
    FakeSlot workload = ledger.open(WORKLOAD, CREATE).heldBy(cache, "add");
    buffer().owner(workload).collected();
    mesh.collected();
    cache.collected();
    workload.collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.ownership().owner()).isEqualTo("MeshDevice#1");
    assertThat(lost.ownership().chain())
        .containsExactly("MeshWorkloadImpl#1", "ProgramCache#1", "MeshDevice#1");
    assertThat(lost.why()).contains("with the owner MeshDevice#1, which was collected unclosed");
    assertThat(lost.fix()).contains("on the MeshDevice that Main.run(Main.java:7) opened");
    assertThat(Reports.of(ledger).findings()).hasSize(1);
  }

  @Test
  void aCollectedContainerThatNeverOwnedAnythingIsLost() {
    ledger.open(WORKLOAD, CREATE).collected();
    assertThat(only(ledger, Verdicts.LOST).type()).isEqualTo(WORKLOAD);
  }

  @Test
  void aCollectedContainerOfWhichAllIsClosedIsHollowAndNoFinding() {
    ledger.open(WORKLOAD, CREATE).hasOwned().collected();
    Report report = Reports.of(ledger);
    assertThat(report.isClean()).isTrue();
    assertThat(report.totals().hollow()).isEqualTo(1);
  }

  @Test
  void anOpenContainerWithNothingOpenInItIsAFindingOfItsOwn() {
    FakeSlot mesh = ledger.open(MESH, CREATE);
    ledger.open(CACHE, CREATE).owner(mesh);
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.type()).isEqualTo(MESH);
    assertThat(Reports.of(ledger).findings()).hasSize(1);
    assertThat(Reports.of(ledger).totals().withoutBytes()).isEqualTo(1);
  }

  @Test
  void anOpenContainerIsShownAsTheOwnerOfWhatIsOpenInIt() {
    FakeSlot mesh = ledger.open(MESH, CREATE);
    FakeSlot meshBuffer =
        ledger.open(container("mesh-buffer", "io.ttalloc.runtime.MeshBuffer"), CREATE).owner(mesh);
    buffer().owner(meshBuffer);
    Report report = Reports.of(ledger);
    assertThat(report.findings()).singleElement().matches(f -> f.type().equals(BUFFER));
    assertThat(only(ledger, Verdicts.LEFT_OPEN).ownership().owner()).isEqualTo("MeshDevice#1");
  }

  @Test
  void liveCacheMakesItCachedAndNoLeak() {
    FakeSlot mesh = ledger.open(MESH, CREATE).label("2 x 4");
    FakeSlot cache = ledger.open(CACHE, CREATE).owner(mesh);
    FakeSlot workload = ledger.open(WORKLOAD, CREATE).heldBy(cache, "add");
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
    assertThat(cached.fix())
        .isEqualTo("call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed");
  }

  @Test
  void aClosedOwnerThatFreesNothingMakesItOrphaned() {
    FakeSlot program = ledger.open(PROGRAM, CREATE);
    ledger.open(CB, CREATE).owner(program).on("c0#1", 0, "L1").at(101_152, 4_096).bytes(4_096);
    program.closedBy(CLOSE);
    Finding orphaned = only(ledger, Verdicts.ORPHANED);
    assertThat(orphaned.leak()).isTrue();
    assertThat(orphaned.ownership().owner()).isEqualTo("ProgramImpl#1");
    assertThat(orphaned.ownership().closedBy()).isEqualTo(CLOSE);
    assertThat(orphaned.why())
        .containsExactly(
            "its owner ProgramImpl#1 was closed at Main.run(Main.java:64)"
                + " and does not free what it owns");
    assertThat(orphaned.fix())
        .isEqualTo("Owner.close should close the circular buffer that it owns");
  }

  @Test
  void aClosedOwnerThatFreesWhatItOwnsProvesNoOrphan() {
    TypeEntry frees =
        new TypeEntry("program", "io.ttalloc.runtime.Program", false, true, false, true);
    FakeSlot program = ledger.open(frees, CREATE);
    buffer().owner(program);
    program.closedBy(CLOSE);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }

  @Test
  void closedOwnersBeyondALiveCacheDoNotOrphan() {
    FakeSlot mesh = ledger.open(MESH, CREATE);
    FakeSlot cache = ledger.open(CACHE, CREATE).owner(mesh);
    buffer().heldBy(cache, "x");
    mesh.closedBy(CLOSE);
    assertThat(only(ledger, Verdicts.CACHED).amount().count()).isEqualTo(1);
  }

  @Test
  void openedInAnInfrastructureScopeIsTheSystemsOwn() {
    buffer().infrastructure("MeshDevice.initCommandQueueDevice");
    Finding infrastructure = only(ledger, Verdicts.INFRASTRUCTURE);
    assertThat(infrastructure.leak()).isFalse();
    assertThat(infrastructure.why())
        .containsExactly("opened inside MeshDevice.initCommandQueueDevice: the system's own");
  }

  @Test
  void aViewInsideALiveRegionIsAnAlias() {
    buffer();
    view(5_120);
    Finding alias = only(ledger, Verdicts.ALIAS);
    assertThat(alias.leak()).isFalse();
    assertThat(alias.amount().bytes()).isZero();
    assertThat(alias.why())
        .containsExactly(
            "it does not own its memory; it lies inside 4096+2048 of the buffer"
                + " opened at Main.run(Main.java:48), which is open");
  }

  @Test
  void aViewWhoseMemoryIsNobodysIsDangling() {
    buffer();
    view(6_144);
    Finding dangling = only(ledger, Verdicts.DANGLING);
    assertThat(dangling.leak()).isTrue();
    assertThat(dangling.amount().bytes()).isZero();
  }

  @Test
  void twoOwnersOfOneRangeAreADoubleOpenWithBothStacks() {
    buffer();
    ledger
        .open(BUFFER, stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:99"))
        .on("c0#1", 0, "DRAM")
        .at(5_120, 2_048)
        .bytes(12_288);
    Report report = Reports.of(ledger);
    assertThat(report.findings()).hasSize(2).allMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
    assertThat(report.findings().get(0).why())
        .containsExactly(
            "per bank 4096+3072 is owned by the buffer opened at"
                + " Main.run(Main.java:48) and by the buffer opened at"
                + " Main.run(Main.java:99), with no close between");
  }

  @Test
  void anEmptyAllocatorProvesAnUnseenFree() {
    buffer();
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    Finding unseen = only(ledger, Verdicts.UNSEEN_FREE);
    assertThat(unseen.leak()).isFalse();
    assertThat(unseen.why().get(0))
        .startsWith("the allocator of device 0 holds 0 B of DRAM in session c0#1");
    assertThat(Reports.of(ledger).totals().vanishedBytes()).isEqualTo(12_288);
  }

  @Test
  void missingStatisticsProveNothing() {
    buffer();
    ledger.statistics(1, 0, "c0#2", "DRAM", 0);
    ledger.statistics(1, 1, "c0#1", "DRAM", 0);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }

  @Test
  void whatAReclaimerClosedIsReclaimedWithoutLiveBytes() {
    ledger.reclaimed(BUFFER, CREATE, 4, 49_152);
    Finding reclaimed = only(ledger, Verdicts.RECLAIMED);
    assertThat(reclaimed.leak()).isTrue();
    assertThat(reclaimed.amount().bytes()).isZero();
    assertThat(reclaimed.amount().reclaimedBytes()).isEqualTo(49_152);
    assertThat(Reports.of(ledger).totals().liveBytes()).isZero();
  }

  @Test
  void whatAReclaimedOwnerTookWithItIsOneFindingThatNamesTheOwner() {
    String load = "io.ttalloc.runtime.MeshWorkloadImpl.load:3";
    String enqueue = "io.ttalloc.runtime.MeshDevice.enqueue:5";
    String create = "io.ttalloc.runtime.Buffer.create:9";
    ledger.reclaimed(BUFFER, stack(create, load, "com.acme.Main.run:48"), 4, 49_152);
    ledger.reclaimed(BUFFER, stack(create, load, "com.acme.Main.run:49"), 4, 0);
    ledger.reclaimed(WORKLOAD, stack(enqueue, "com.acme.Main.run:48"), 1, 0);
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    Finding reclaimed = only(ledger, Verdicts.RECLAIMED);
    assertThat(reclaimed.type()).isEqualTo(BUFFER);
    assertThat(reclaimed.why())
        .contains(
            "reclaimed with 1 mesh device opened at Main.run(Main.java:7),"
                + " 1 mesh workload opened at Main.run(Main.java:48),"
                + " 4 buffers opened at Main.run(Main.java:49)");
    assertThat(reclaimed.fix())
        .startsWith("call close() on the MeshDevice that Main.run(Main.java:7) opened");
  }

  @Test
  void whatNoStackRelatesIsReclaimedForItself() {
    ledger.reclaimed(BUFFER, CREATE, 1, 64);
    ledger.reclaimed(BUFFER, stack("com.acme.Main.other:9"), 1, 0);
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    List<Finding> findings = Reports.of(ledger).findings();
    assertThat(findings).extracting(f -> f.type()).containsExactlyInAnyOrder(BUFFER, BUFFER, MESH);
    assertThat(findings)
        .allMatch(f -> f.verdict() == Verdicts.RECLAIMED && f.leak() && f.why().size() == 1)
        .extracting(Finding::fix)
        .filteredOn(fix -> fix.contains("MeshDevice"))
        .hasSize(1);
  }

  @Test
  void aReclaimedContainerWithoutCompanyIsAFindingOfItsOwn() {
    ledger.reclaimed(MESH, stack("com.acme.Main.run:7"), 1, 0);
    assertThat(only(ledger, Verdicts.RECLAIMED).type()).isEqualTo(MESH);
  }

  @Test
  void anOwnerSlotThatWasUsedAgainIsNotTheOwner() {
    FakeSlot program = ledger.open(PROGRAM, CREATE);
    buffer().owner(program).staleOwner();
    assertThat(Reports.of(ledger).findings())
        .filteredOn(f -> f.type().equals(BUFFER))
        .singleElement()
        .matches(f -> f.ownership().owner() == null);
  }

  @Test
  void aCircleOfOwnersInADamagedLedgerEnds() {
    FakeSlot one = ledger.open(PROGRAM, CREATE);
    FakeSlot two = ledger.open(PROGRAM, CREATE).owner(one);
    one.owner(two);
    buffer().owner(two);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).amount().count()).isEqualTo(1);
  }
}
