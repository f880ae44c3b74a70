package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CACHE;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.growth.Cycles;
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
    assertThat(Reports.of(mesh).findings().get(0).explanation().growth())
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
    assertThat(finding.explanation().growth())
        .extracting(Cycles.Growth::count)
        .containsExactly(5L, 1L, 0L, 0L);
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
  void whatItsAllocatorFreedDoesNotGrowWithItsStack() {
    for (int i = 1; i <= 3; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).on("c0#1", 0, "DRAM").bytes(100);
      ledger.mark("" + i);
    }
    ledger.open(BUFFER, stack("lib.Buffer.create:1")).on("c0#2", 0, "DRAM").bytes(100);
    ledger.statistics(1, 0, "c0#2", "DRAM", 0).mark("4");
    assertThat(only(ledger, Verdicts.LEFT_OPEN).growing()).isTrue();
    assertThat(only(ledger, Verdicts.UNSEEN_FREE).growing()).isFalse();
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

  /**
   * Resources that the cache dropped without closing them are leaks; those that it still holds are
   * not.
   */
  @Test
  void aBoundedCacheThatRenewsItsMembersDoesNotGrowThoughThoseItDropsDo() {
    OpenedResource cache = ledger.open(CACHE, stack("lib.Cache.<init>:1"));
    for (int i = 1; i <= 24; i++) {
      OpenedResource buffer = ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      if (i <= 20) {
        buffer.collected();
      } else {
        buffer.heldBy(cache, "" + i);
      }
      ledger.mark("" + i);
    }
    assertThat(only(ledger, Verdicts.LOST).growing()).isTrue();
    assertThat(only(ledger, Verdicts.CACHED).leak()).isFalse();
  }

  /** The cache keeps three of every four resources, and the program loses the fourth. */
  @Test
  void aCacheGrowsThoughItLosesMembersToo() {
    OpenedResource cache = ledger.open(CACHE, stack("lib.Cache.<init>:1"));
    for (int i = 1; i <= 24; i++) {
      OpenedResource buffer = ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      if (i % 4 == 0) {
        buffer.collected();
      } else {
        buffer.heldBy(cache, "" + i);
      }
      ledger.mark("" + i);
    }
    assertThat(only(ledger, Verdicts.CACHED).leak()).isTrue();
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
    assertThat(why(open))
        .containsExactly(
            "each of the most recent cycles left some open",
            "killed: the newest resource may not be a leak");
    assertThat(fix(open)).startsWith("call close() on the Buffer that ");
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

  /**
   * Leaves a resource open in each cycle marked x; in a cycle marked with a dot, opens and closes
   * one.
   */
  private void cycles(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == 'x') {
        ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      } else if (pattern.charAt(i) == '.') {
        ledger.closed(BUFFER, stack("lib.Buffer.other:1"), 1, 1_000);
      }
      ledger.mark("" + i);
    }
  }

  @Test
  void aLeakInEverySecondCycleGrows() {
    cycles("x.x.x.x.x.x.");
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(why(open))
        .contains("open after each of 12 cycles: 1, 1, 2, ... 6; the number rose in 6 of 12");
    assertThat(open.explanation().growth())
        .extracting(step -> step.open() == null ? -1 : step.open().count())
        .containsExactly(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L, 5L, 5L, 6L, 6L);
  }

  @Test
  void aLeakGrowsThoughTheLastCyclesWereIdle() {
    cycles("xxxxxxxxx___");
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(why(open))
        .contains("open after 9 of 12 cycles: 1, 2, 3, ... 9; the number rose in 9 of 9");
  }

  @Test
  void aWarmUpThatEndedDoesNotGrowWhetherTheProcessWorksOnOrNot() {
    cycles("xxxxx.......");
    assertThat(only(ledger, Verdicts.LEFT_OPEN).growing()).isFalse();
    LedgerBuilder idle = ledger();
    for (int i = 0; i < 12; i++) {
      if (i < 5) {
        idle.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      }
      idle.mark("" + i);
    }
    assertThat(only(idle, Verdicts.LEFT_OPEN).growing()).isFalse();
  }

  @Test
  void growthOverSomeCyclesIsNotSaidToBeInEach() {
    cycles("x.x.x.x.x.x.");
    assertThat(Reports.text(ledger))
        .contains(", growing from cycle to cycle (12 cycles)\n")
        .contains(
            "           open after each of 12 cycles: 1, 1, 2, ... 6; the number rose in 6 of"
                + " 12\n");
    ledger.ended(ProcessEntry.Ended.KILLED);
    assertThat(why(only(ledger, Verdicts.OPEN)))
        .containsExactly(
            "killed: the newest resource may not be a leak",
            "open after each of 12 cycles: 1, 1, 2, ... 6; the number rose in 6 of 12");
  }

  @Test
  void replacingOneByALargerOneInEveryCycleGrowsInBytes() {
    OpenedResource last = ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
    ledger.mark("0");
    for (int i = 1; i < 9; i++) {
      last.closedAfter(500_000);
      last = ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100L + i);
      ledger.mark("" + i);
    }
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(why(open))
        .contains(
            "bytes open after each of 9 cycles: 100, 101, 102, ... 108; the number rose in 9 of 9");
  }

  @Test
  void withoutCountsGrowthIsJudgedByWhatEachCycleLeft() {
    for (int i = 0; i < 3; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
      ledger.uncountedMark("" + i);
    }
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(open.explanation().growth()).allMatch(step -> step.open() == null);
  }

  @Test
  void aMarkFromOutsideThatLeavesTheTypeOutJoinsTwoCycles() {
    cycles("xxx");
    ledger.malformedMark("2026-01-02T03:04:05.004500Z open=2;77:1:1;+ outside");
    Finding open = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(open.growing()).isTrue();
    assertThat(why(open)).contains("open after 3 of 4 cycles: 1, 2, 3; the number rose in 3 of 3");
  }

  @Test
  void withoutMarksAnEvenSpreadOverTheRunIsSaidAndNoMore() {
    long second = 1_000_000_000L;
    for (int i = 0; i < 40; i++) {
      ledger.at(5L * i * second);
      ledger.open(BUFFER, stack("lib.Buffer.create:1")).bytes(100);
    }
    ledger.lasting(200 * second).ended(ProcessEntry.Ended.KILLED);
    Finding open = only(ledger, Verdicts.OPEN);
    assertThat(open.growing()).isFalse();
    assertThat(open.leak()).isFalse();
    assertThat(why(open))
        .contains(
            "judged by time, for lack of marks: the 40 open resources were opened evenly"
                + " over the run, about"
                + " one every 5 s for 3 min 15 s (Laplace's test: p = 1.0), so their number may grow;"
                + " set marks to find out");
    assertThat(Reports.text(ledger)).contains("all OPEN, 1 may grow, at Buffer.create (");
    ledger.open(BUFFER, stack("lib.Pool.fill:1")).bytes(100_000);
    assertThat(Reports.of(ledger).entries())
        .extracting(entry -> entry.title() + " " + entry.mayGrow())
        .containsExactly("Buffer.create true", "Pool.fill false");
    ledger.lasting(400 * second).ended(ProcessEntry.Ended.RUNNING);
    assertThat(Reports.of(ledger).mayGrow()).isZero();
    ledger.lasting(200 * second).mark("1").mark("2").mark("3");
    assertThat(Reports.of(ledger).mayGrow()).isZero();
  }
}
