package io.ttalloc.analysis.memory;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CB;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.memory.Regions.Neighbours;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.verdict.Verdicts;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryMapTest {
  private static OpenedResource buffer(
      LedgerBuilder ledger, int device, long address, long extent) {
    return ledger
        .open(BUFFER, stack("lib.Buffer.create:1", "demo.Main.run:" + address))
        .on("c#0", device, "DRAM")
        .at(address, extent);
  }

  private static DeviceRow row(Report report, int device, String space) {
    return report.memory().devices().stream()
        .filter(r -> r.device() == device && r.space().equals(space))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void meshScenarioLeavesItsKnownNumbers() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    Report report = Reports.of(ledger);
    assertThat(report.memory().devices()).hasSize(9);
    for (int device = 0; device < 8; device++) {
      DeviceRow dram = row(report, device, "DRAM");
      assertThat(dram.use().bytes()).isEqualTo(36_864);
      assertThat(dram.use().regions()).isEqualTo(2);
      assertThat(dram.use().handles()).isEqualTo(2);
    }
    DeviceRow l1 = row(report, 0, "L1");
    assertThat(l1.use().regions()).isEqualTo(3);
    assertThat(l1.use().bytes()).isEqualTo(12_288);
    assertThat(l1.use().handles()).isEqualTo(6);
    assertThat(l1.use().handleBytes()).isEqualTo(22_528);
    assertThat(report.totals().use().regions()).isEqualTo(19);
    assertThat(report.totals().use().handles()).isEqualTo(22);
    assertThat(report.totals().use().bytes()).isEqualTo(307_200);
  }

  @Test
  void sumsOverSessionsCountOneAddressSeveralTimes() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    for (int run = 1; run <= 3; run++) {
      MeshRun.record(ledger, "" + run);
    }
    Report report = Reports.of(ledger);
    assertThat(row(report, 5, "DRAM").use().bytes()).isEqualTo(110_592);
    assertThat(row(report, 5, "DRAM").distinctBytes()).isEqualTo(36_864);
    assertThat(row(report, 0, "L1").use().bytes()).isEqualTo(36_864);
    assertThat(row(report, 0, "L1").distinctBytes()).isEqualTo(12_288);
  }

  @Test
  void neighboursThatTouchInEachBankDoNotOverlap() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, 0, 0x3ffff000L, 2_048).bytes(24_576);
    buffer(ledger, 0, 0x3ffff800L, 2_048).bytes(12_288);
    Report report = Reports.of(ledger);
    assertThat(row(report, 0, "DRAM").use().regions()).isEqualTo(2);
    assertThat(row(report, 0, "DRAM").use().bytes()).isEqualTo(36_864);
    assertThat(report.findings()).allMatch(f -> f.verdict() == Verdicts.LEFT_OPEN);
    assertThat(report.memory().neighbours())
        .isEqualTo(
            new Neighbours(
                new DeviceSpace("c#0", 0, "DRAM"), 0x3ffff000L, 2_048, 0x3ffff800L, 2_048));
  }

  @Test
  void overlapOfOneByteIsOneContestedRegion() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, 0, 4_096, 2_049).bytes(2_049);
    buffer(ledger, 0, 6_144, 2_048).bytes(2_048);
    Report report = Reports.of(ledger);
    assertThat(row(report, 0, "DRAM").use().regions()).isEqualTo(1);
    assertThat(row(report, 0, "DRAM").use().bytes()).isEqualTo(4_096);
    assertThat(report.findings()).hasSize(2).allMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
    assertThat(report.memory().neighbours()).isNull();
  }

  @Test
  void sharedHandlesAtOneAddressAreOneRegionOfTheLargest() {
    LedgerBuilder ledger = ledger();
    for (long size : new long[] {4_096, 2_048}) {
      ledger
          .open(CB, stack("lib.Cb.place:1"))
          .on("c#0", 0, "L1")
          .at(101_152, size)
          .bytes(size)
          .shared();
    }
    DeviceRow row = row(Reports.of(ledger), 0, "L1");
    assertThat(row.use().regions()).isEqualTo(1);
    assertThat(row.use().bytes()).isEqualTo(4_096);
    assertThat(row.use().handleBytes()).isEqualTo(6_144);
    assertThat(row.types()).isEqualTo(List.of("circular-buffer"));
  }

  @Test
  void anotherSessionOrDeviceOrSpaceIsAnotherPlace() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048);
    buffer(ledger, 1, 4_096, 2_048).bytes(2_048);
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048).on("c#1", 0, "DRAM");
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048).on("c#0", 0, "L1");
    Report report = Reports.of(ledger);
    assertThat(report.totals().use().regions()).isEqualTo(4);
    assertThat(report.findings()).noneMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
  }

  @Test
  void aliasesAddNoBytes() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048);
    buffer(ledger, 0, 4_096, 1_024).bytes(1_024).alias();
    DeviceRow row = row(Reports.of(ledger), 0, "DRAM");
    assertThat(row.use().bytes()).isEqualTo(2_048);
    assertThat(row.use().handles()).isEqualTo(1);
  }

  @Test
  void wholeMeshHasNoDeviceBytesAndNoRow() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, -1, 4_096, 2_048).bytes(2_048);
    Report report = Reports.of(ledger);
    assertThat(report.memory().devices()).isEmpty();
    assertThat(report.totals().use().bytes()).isZero();
    assertThat(report.totals().use().handles()).isZero();
  }

  @Test
  void orderOfOpeningDoesNotMatter() {
    LedgerBuilder ledger = ledger();
    int regions = 2_000;
    for (int i = 0; i < regions; i++) {
      long address = (i * 7_919L % regions) * 64;
      buffer(ledger, 0, address, 64).bytes(64 + i % 3);
    }
    Report report = Reports.of(ledger);
    assertThat(row(report, 0, "DRAM").use().regions()).isEqualTo(regions);
    long expected = 0;
    for (int i = 0; i < regions; i++) {
      expected += 64 + i % 3;
    }
    assertThat(row(report, 0, "DRAM").use().bytes()).isEqualTo(expected);
    assertThat(report.findings()).noneMatch(f -> f.verdict() == Verdicts.DOUBLE_OPEN);
  }

  @Test
  void comparesWithTheLatestStatistics() {
    LedgerBuilder ledger = ledger();
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048);
    ledger.statistics(1, 0, "c#0", "DRAM", 0);
    ledger.statistics(2, 0, "c#0", "DRAM", 2_148);
    ledger.statistics(2, 1, "c#0", "DRAM", 0);
    Report report = Reports.of(ledger);
    assertThat(report.memory().devices()).hasSize(1);
    assertThat(row(report, 0, "DRAM").allocator())
        .extracting(DeviceRow.Allocator::allocatedBytes)
        .isEqualTo(2_148L);
    assertThat(report.totals().unexplained().unattributedBytes()).isEqualTo(100);
    assertThat(report.totals().unexplained().vanishedBytes()).isZero();
  }

  @Test
  void openedAfterTheLatestStatisticsIsNotMissed() {
    LedgerBuilder ledger = ledger();
    ledger.statistics(1, 0, "c#0", "DRAM", 0);
    buffer(ledger, 0, 4_096, 2_048).bytes(2_048);
    Report report = Reports.of(ledger);
    assertThat(report.totals().unexplained().vanishedBytes()).isZero();
    assertThat(report.findings()).singleElement().matches(f -> f.verdict() == Verdicts.LEFT_OPEN);
  }
}
