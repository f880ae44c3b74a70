package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests verdicts that follow from addresses, or from the statistics of the allocator. */
class MemoryVerdictsTest {
  private static final List<Frame> CREATE =
      stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:48");
  private static final List<Frame> VIEW =
      stack("io.ttalloc.runtime.Buffer.view:12", "com.acme.Main.run:50");

  private final LedgerBuilder ledger = ledger();

  private OpenedResource buffer() {
    return ledger.open(BUFFER, CREATE).on("c0#1", 0, "DRAM").at(4_096, 2_048).bytes(12_288);
  }

  private OpenedResource view(long address) {
    return ledger.open(BUFFER, VIEW).on("c0#1", 0, "DRAM").at(address, 1_024).bytes(1_024).alias();
  }

  @Test
  void viewInsideALiveRegionIsAnAlias() {
    buffer();
    view(5_120);
    Finding alias = only(ledger, Verdicts.ALIAS);
    assertThat(alias.leak()).isFalse();
    assertThat(alias.amount().bytes()).isZero();
    assertThat(why(alias))
        .containsExactly(
            "it does not own its memory; the memory lies inside 4096+2048 of the buffer"
                + " opened at Main.run(Main.java:48), which is open");
  }

  @Test
  void afterALateAttachWhatOwnsTheMemoryMayHaveBeenThereBefore() {
    ledger.attachedLate();
    view(6_144);

    Finding view = only(ledger, Verdicts.ALIAS);

    assertThat(view.leak()).isFalse();
    assertThat(why(view))
        .containsExactly(
            "it does not own its memory; the owner is not open, or was opened before"
                + " the agent was attached");
  }

  @Test
  void viewOfMemoryWithoutAnOwnerIsDangling() {
    buffer();
    view(6_144);
    Finding dangling = only(ledger, Verdicts.DANGLING);
    assertThat(dangling.leak()).isTrue();
    assertThat(dangling.amount().bytes()).isZero();
  }

  /** The type is unknown if, for example, the process was killed while the agent was starting. */
  @Test
  void whatIsOfALostTypeIsNoDoubleOpen() {
    for (int i = 0; i < 2; i++) {
      ledger.open(type("?", "?"), List.of()).on("c0#1", 0, "DRAM").at(1, 1).bytes(1);
    }

    assertThat(Reports.of(ledger.ended(ProcessEntry.Ended.KILLED)).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdicts.OPEN);
              assertThat(finding.leak()).isFalse();
            });
  }

  @Test
  void overlappingOwnersAreADoubleOpenWithBothStacks() {
    buffer();
    ledger
        .open(BUFFER, stack("io.ttalloc.runtime.Buffer.create:9", "com.acme.Main.run:99"))
        .on("c0#1", 0, "DRAM")
        .at(5_120, 2_048)
        .bytes(12_288);
    Report report = Reports.of(ledger);
    assertThat(report.findings()).hasSize(2).allMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
    assertThat(why(report.findings().get(0)))
        .containsExactly(
            "the range 5120+1024 of each bank is owned by the buffer opened at"
                + " Main.run(Main.java:48) and by the buffer opened at"
                + " Main.run(Main.java:99), with no close between the two openings");
  }

  @Test
  void emptyAllocatorProvesAnUnseenFree() {
    buffer();
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    Finding unseen = only(ledger, Verdicts.UNSEEN_FREE);
    assertThat(unseen.leak()).isFalse();
    assertThat(why(unseen).get(0))
        .startsWith("the allocator of device 0 holds 0 B of DRAM in session c0#1");
    assertThat(Reports.of(ledger).totals().unexplained().vanishedBytes()).isEqualTo(12_288);
  }

  /** Only the latest sampling can include the resources opened since the previous one. */
  @Test
  void theLatestOfSeveralSamplingsProvesIt() {
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    buffer();
    ledger.statistics(2, 0, "c0#1", "DRAM", 12_288);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
    ledger.statistics(3, 0, "c0#1", "DRAM", 0);
    assertThat(only(ledger, Verdicts.UNSEEN_FREE).leak()).isFalse();
  }

  @Test
  void emptyAllocatorsOfTwoDevicesAreNamedTogether() {
    buffer();
    ledger.open(BUFFER, CREATE).on("c1#1", 1, "DRAM").at(4_096, 2_048).bytes(12_288);
    ledger.statistics(1, 0, "c0#1", "DRAM", 0).statistics(1, 1, "c1#1", "DRAM", 0);
    assertThat(why(only(ledger, Verdicts.UNSEEN_FREE)))
        .contains(
            "the allocators of devices 0, 1 hold 0 B of DRAM: the blocks were freed, but no close"
                + " was seen");
  }

  @Test
  void emptyAllocatorProvesNothingOfWhatTakesNoMemoryOfItsOwn() {
    view(4_096);
    ledger.open(BUFFER, stack("com.acme.Main.run:51")).on("c0#1", 0, "DRAM");
    ledger.statistics(1, 0, "c0#1", "DRAM", 0);
    assertThat(Reports.of(ledger).findings())
        .extracting(Finding::verdict)
        .containsExactlyInAnyOrder(Verdicts.DANGLING, Verdicts.LEFT_OPEN);
  }

  @Test
  void missingStatisticsProveNothing() {
    buffer();
    ledger.statistics(1, 0, "c0#2", "DRAM", 0);
    ledger.statistics(1, 1, "c0#1", "DRAM", 0);
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }
}
