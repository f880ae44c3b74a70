package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.read.ProcessEntry;
import org.junit.jupiter.api.Test;

/** Tests reports on devices whose allocator and ledger differ. */
class TrackingGapTest {
  private final LedgerBuilder ledger = ledger();

  private void buffer(int device, String space) {
    ledger
        .open(BUFFER, stack("lib.Buffer.create:1", "com.acme.Main.run:7"))
        .on("c" + device, device, space)
        .at(4_096, 2_048)
        .bytes(12_288);
  }

  @Test
  void isReportedForEachDeviceAndSpace() {
    buffer(0, "DRAM");
    buffer(1, "DRAM");
    buffer(1, "L1");
    ledger.statistics(1, 0, "c0", "DRAM", 20_000);
    ledger.statistics(1, 1, "c1", "DRAM", 0);
    ledger.statistics(1, 1, "c1", "L1", 12_288);
    assertThat(Reports.text(ledger))
        .contains(
            "\n  tracking gap       NOT excluded: device 0 DRAM unattributed 7,712 B,"
                + " device 1 DRAM vanished 12,288 B\n");
    assertThat(Reports.of(ledger).totals().unexplained().unattributedBytes()).isEqualTo(7_712);
    assertThat(Reports.of(ledger).totals().unexplained().vanishedBytes()).isEqualTo(12_288);
  }

  @Test
  void isNotExcludedIfTheAllocatorWasNeverAsked() {
    buffer(0, "DRAM");
    assertThat(Reports.text(ledger)).contains("not excluded: the allocator was never queried\n");
  }

  @Test
  void isShownInTheTableOfDevices() {
    ledger.ended(ProcessEntry.Ended.RUNNING);
    ledger
        .open(BUFFER, stack("io.ttalloc.runtime.Buffer.create:9", "demo.Mesh.run:48"))
        .on("c0#1", 0, "DRAM")
        .at(4_096, 2_048)
        .bytes(12_288);
    ledger.statistics(1, 0, "c0#1", "DRAM", 12_388);
    assertThat(Reports.text(ledger))
        .contains("0        12,288 B, allocator 12,388 B\n")
        .contains("tracking gap       NOT excluded: device 0 DRAM unattributed 100 B\n");
  }

  @Test
  void whatAllocatorsCouldStillGiveFollowsTheTableOfDevices() {
    for (int device = 0; device < 3; device++) {
      buffer(device, "DRAM");
      ledger.statistics(1, device, "c" + device, "DRAM", 12_288, 50_000 + device / 2, 20_000);
    }
    ledger.statistics(1, 0, "c0", "L1", 0, 1_000, 1_000);
    assertThat(Reports.text(ledger))
        .contains(
            """
            free in DRAM: 50,000 B, largest block 20,000 B, on devices 0, 1
            free in DRAM: 50,001 B, largest block 20,000 B, on device 2
            """)
        .doesNotContain("free in L1");
  }

  /** Two sessions may refer to the same memory; each is compared with its own part. */
  @Test
  void nothingIsSaidOfFreeMemoryIfSeveralSessionsAnswer() {
    buffer(0, "DRAM");
    ledger.statistics(1, 0, "c0", "DRAM", 12_288, 50_000, 20_000);
    ledger.statistics(1, 0, "c1", "DRAM", 1, 50_000, 20_000);
    assertThat(Reports.text(ledger)).contains("unattributed 1 B").doesNotContain("free in");
  }
}
