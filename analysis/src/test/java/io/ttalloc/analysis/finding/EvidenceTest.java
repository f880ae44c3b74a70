package io.ttalloc.analysis.finding;

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

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the reasons that a finding gives for its verdict, and the fix that it advises. */
class EvidenceTest {
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");
  private static final List<Frame> MAKE =
      stack("io.ttalloc.runtime.Workloads.make:30", "com.acme.Main.run:48");
  private static final List<Frame> CLOSE =
      stack("io.ttalloc.runtime.Owner.close:70", "com.acme.Main.run:64");

  private final LedgerBuilder ledger = ledger();

  @Test
  void orphanedEvenIfItWasCollectedSince() {
    OpenedResource program = ledger.open(PROGRAM, CREATE);
    ledger.open(CB, CREATE).owner(program).bytes(4_096).collected();
    program.closedBy(CLOSE);
    Finding orphaned = only(ledger, Verdicts.ORPHANED);
    assertThat(orphaned.leak()).isTrue();
    assertThat(fix(orphaned)).startsWith("Owner.close should close the circular buffer");
    assertThat(Reports.of(ledger).findings()).hasSize(1);
  }

  @Test
  void emptyAllocatorProvesUnseenFreesOfAllOpenedBefore() {
    ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    // The session no longer exists when the allocators are sampled again.
    ledger.statistics(2, 0, "c0#2", "DRAM", 500);
    assertThat(only(ledger, Verdicts.UNSEEN_FREE).leak()).isFalse();
  }

  @Test
  void emptyAllocatorProvesNothingOfWhatIsOpenedLater() {
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }

  @Test
  void unseenFreeNamesTheClosedOwner() {
    OpenedResource workload = ledger.open(WORKLOAD, CREATE);
    ledger.open(BUFFER, CREATE).owner(workload).on("c0#1", 0, "DRAM").at(64, 64).bytes(64);
    workload.closedBy(CLOSE);
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    assertThat(why(only(ledger, Verdicts.UNSEEN_FREE)))
        .hasSize(2)
        .last()
        .isEqualTo(
            "its owner MeshWorkloadImpl#1 was closed at Main.run(Main.java:64);"
                + " the handle was not");
  }

  @Test
  void namesOneCallThatFillsACache() {
    OpenedResource cache = ledger.open(CACHE, CREATE);
    for (int cycle = 1; cycle <= 3; cycle++) {
      OpenedResource workload = ledger.open(WORKLOAD, MAKE).heldBy(cache, "add " + cycle);
      ledger.open(BUFFER, CREATE).owner(workload).bytes(100);
      ledger.mark("" + cycle);
    }
    Finding cached = only(ledger, Verdicts.CACHED);
    assertThat(why(cached))
        .contains(
            "the same call added 3 entries to the same cache, one in each cycle, because it never found the previous entry");
    assertThat(fix(cached))
        .isEqualTo(
            "use the same cache key each time; until then,"
                + " call disableAndClearProgramCache() on the owner of the ProgramCache");
  }

  @Test
  void advisesTheCallThatTheRuleNames() {
    TypeEntry channel =
        new TypeEntry(
            "channel",
            "com.acme.Channel",
            false,
            false,
            true,
            false,
            new TypeEntry.Closing("hangUp()", false, false, null, false),
            TypeEntry.Policy.NONE);
    ledger.open(channel, CREATE).bytes(1).collected();
    assertThat(fix(only(ledger, Verdicts.LOST)))
        .startsWith("call hangUp() on the Channel that Buffer.create(Buffer.java:9) opened;");
  }

  @Test
  void advisesTheCallerOfAMethodThatMayReturnWhatItOpens() {
    TypeEntry connection = LedgerBuilder.type("connection", "com.acme.Conn");
    ledger.open(
        connection,
        stack(
            "com.acme.Conn.<init>:5",
            "com.acme.Ret.make:6",
            "com.acme.Ret.make:7",
            "com.acme.Ret.main:10"));
    assertThat(fix(only(ledger, Verdicts.LEFT_OPEN)))
        .isEqualTo(
            "call close() on the Conn that Ret.make(Ret.java:6) opened,"
                + " or open it in a try-with-resources statement;"
                + " if Ret.make returns it, Ret.main(Ret.java:10) must close it or pass it on");
  }

  @Test
  void doesNotAdviseThePlatformAsACaller() {
    TypeEntry connection = LedgerBuilder.type("connection", "com.acme.Conn");
    ledger.open(
        connection,
        stack(
            "com.acme.Conn.<init>:5",
            "com.acme.Ret.run:6",
            "java.lang.reflect.Method.invoke:568",
            "org.junit.Runner.run:1"));
    assertThat(fix(only(ledger, Verdicts.LEFT_OPEN)))
        .endsWith("opened, or open it in a try-with-resources statement");
  }

  @Test
  void lostWithACacheIsAFindingApartFromWhatHadLeftIt() {
    TypeEntry connection = LedgerBuilder.type("connection", "com.acme.Conn");
    OpenedResource cache =
        ledger.open(LedgerBuilder.cache("pool", "com.acme.Pool", "drain()"), MAKE).collected();
    ledger.open(connection, CREATE).collected().label("evicted");
    for (int i = 0; i < 3; i++) {
      ledger.open(connection, CREATE).collected().heldBy(cache, "k" + i);
    }
    List<Finding> findings = Reports.of(ledger).findings();
    assertThat(findings)
        .allMatch(finding -> finding.verdict() == Verdicts.LOST)
        .extracting(finding -> finding.amount().count() + " of " + finding.ownership().owner())
        .containsExactly("3 of Pool#1", "1 of null");
    assertThat(fix(findings.get(0))).startsWith("call drain() on the Pool ");
    assertThat(fix(findings.get(1))).startsWith("call close() on the Conn ");
    assertThat(why(findings.get(1))).noneMatch(sentence -> sentence.contains("Pool"));
  }

  @Test
  void ownersHaveUniqueNamesUsedThroughout() {
    for (int run = 0; run < 2; run++) {
      OpenedResource mesh = ledger.open(MESH, MAKE).label("MeshDevice#7 (2 x 4)");
      OpenedResource workload =
          ledger.open(WORKLOAD, MAKE).label("MeshWorkloadImpl of add").owner(mesh);
      ledger.open(BUFFER, CREATE).bytes(1).owner(workload).collected();
      mesh.collected();
    }
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(lost.ownership().roots())
        .containsExactly("MeshDevice#7 (2 x 4)", "MeshDevice#7 (2 x 4) no. 2");
    assertThat(lost.ownership().chain())
        .containsExactly("MeshWorkloadImpl#1 (MeshWorkloadImpl of add)", "MeshDevice#7 (2 x 4)");
    assertThat(why(lost))
        .contains(
            "collected with the owners MeshDevice#7 (2 x 4), MeshDevice#7 (2 x 4) no. 2,"
                + " which were never closed");
  }

  @Test
  void namesTheDevicesOfAllEmptyAllocators() {
    for (int device = 0; device < 3; device++) {
      String session = "c" + device;
      ledger.open(BUFFER, CREATE).on(session, device, "DRAM").at(64, 64).bytes(64);
      ledger.statistics(1, device, session, "DRAM", 0);
    }
    assertThat(why(only(ledger, Verdicts.UNSEEN_FREE)))
        .containsExactly(
            "the allocators of devices 0-2 hold 0 B of DRAM:"
                + " the blocks were freed, but no close was seen");
  }

  @Test
  void advisesTheCallThatClearsTheCache() {
    TypeEntry pool = LedgerBuilder.cache("pool", "com.acme.Pool", "drain()");
    OpenedResource cache = ledger.open(pool, CREATE);
    ledger.open(BUFFER, CREATE).bytes(1).heldBy(cache, "entry");
    assertThat(fix(only(ledger, Verdicts.CACHED))).isEqualTo("call Pool.drain()");
  }

  @Test
  void comparesALostOwnerWithItsSiblings() {
    ledger.site("io.ttalloc.runtime.Workloads", "make", "make_workload");
    ledger.closed(WORKLOAD, MAKE, 2, 1_000);
    ledger.closeSite(
        WORKLOAD, MAKE, stack("x.Workload.close:1", "io.ttalloc.runtime.Workloads.make:39"), 2);
    OpenedResource workload = ledger.open(WORKLOAD, MAKE);
    ledger.open(BUFFER, CREATE).owner(workload).bytes(100).collected();
    workload.collected();
    Finding lost = only(ledger, Verdicts.LOST);
    assertThat(why(lost))
        .contains(
            "2 of 3 MeshWorkloadImpl objects from the same stack were closed at"
                + " Workloads.make(Workloads.java:39)");
    assertThat(fix(lost))
        .isEqualTo(
            "call close() on the MeshWorkloadImpl, as Workloads.make(Workloads.java:39)"
                + " does for others opened from this stack");
  }

  @Test
  void growingInfrastructureNamesTheCloseThatMissesIt() {
    for (int cycle = 1; cycle <= 3; cycle++) {
      OpenedResource mesh = ledger.open(MESH, MAKE);
      ledger.open(BUFFER, CREATE).owner(mesh).bytes(100).infrastructure("Device.init");
      mesh.closedBy(CLOSE);
      ledger.mark("" + cycle);
    }
    Finding grown = only(ledger, Verdicts.INFRASTRUCTURE);
    assertThat(grown.leak()).isTrue();
    assertThat(why(grown))
        .contains(
            "their owners MeshDevice#1, MeshDevice#2, MeshDevice#3 were closed"
                + " at Main.run(Main.java:64) and left them open");
    assertThat(fix(grown)).isEqualTo("Owner.close should close the buffer that it owns");
  }

  @Test
  void advisesToFixACloseThatThrew() {
    ledger.open(BUFFER, CREATE).closeFailed();
    ledger.open(BUFFER, CREATE).closeFailed();
    assertThat(fix(only(ledger, Verdicts.LEFT_OPEN)))
        .isEqualTo(
            "its close() threw 2 times (see misuse): make it succeed, or free the resource anyway");
  }

  @Test
  void advisesToCloseIfNoCloseThrew() {
    ledger.open(BUFFER, CREATE);
    assertThat(fix(only(ledger, Verdicts.LEFT_OPEN))).startsWith("call close() on the Buffer");
  }

  @Test
  void reclaimedResourcesAreAttributedToTheDroppedOwner() {
    List<Frame> opened = stack("io.ttalloc.runtime.MeshDevice.open:1", "com.acme.Main.run:7");
    List<Frame> deeper =
        stack(
            "io.ttalloc.runtime.W.<init>:3",
            "io.ttalloc.runtime.MeshDevice.open:1",
            "com.acme.Main.run:7");
    List<Frame> loaded = stack("io.ttalloc.runtime.MeshWorkloadImpl.load:3", "com.acme.Main.run:9");
    ledger.reclaimed(BUFFER, loaded, 8, 800);
    ledger.reclaimed(WORKLOAD, deeper, 1, 0);
    ledger.open(MESH, opened).collected();
    Finding reclaimed = only(ledger, Verdicts.RECLAIMED);
    assertThat(why(reclaimed))
        .contains(
            "reclaimed with 1 mesh device opened at Main.run(Main.java:7),"
                + " 1 mesh workload opened at Main.run(Main.java:7)");
    assertThat(fix(reclaimed)).startsWith("call close() on the MeshDevice that Main.run");
  }
}
