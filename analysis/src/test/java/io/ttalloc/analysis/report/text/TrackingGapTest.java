package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.FakeLedger.ledger;
import static io.ttalloc.analysis.FakeLedger.stack;
import static io.ttalloc.analysis.MeshPicture.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.analysis.Reports;
import org.junit.jupiter.api.Test;

/** What the allocator has and the ledger has not, and the other way round, on each device. */
class TrackingGapTest {
  private final FakeLedger ledger = ledger();

  private void buffer(int device, String space) {
    ledger
        .open(BUFFER, stack("lib.Buffer.create:1", "com.acme.Main.run:7"))
        .on("c" + device, device, space)
        .at(4_096, 2_048)
        .bytes(12_288);
    ledger.device(device, space, 12_288, 12_288, 1, 0);
  }

  @Test
  void isToldForEachDeviceAndSpace() {
    buffer(0, "DRAM");
    buffer(1, "DRAM");
    buffer(1, "L1");
    ledger.statistics(1, 0, "c0", "DRAM", 20_000);
    ledger.statistics(1, 1, "c1", "DRAM", 0);
    ledger.statistics(1, 1, "c1", "L1", 12_288);
    assertThat(Reports.text(ledger))
        .contains(
            "\n  tracking gap       NOT ruled out: device 0 DRAM unattributed 7,712 B,"
                + " device 1 DRAM vanished 12,288 B\n");
    assertThat(Reports.of(ledger).totals().unattributedBytes()).isEqualTo(7_712);
    assertThat(Reports.of(ledger).totals().vanishedBytes()).isEqualTo(12_288);
  }

  @Test
  void isNotExcludedWhereNobodyAsked() {
    buffer(0, "DRAM");
    assertThat(Reports.text(ledger)).contains("not ruled out: the allocator was never asked\n");
  }
}
