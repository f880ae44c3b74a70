package io.ttalloc.analysis.report.profile;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollapsedFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static String collapsed(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), new CollapsedFormat());
  }

  @Test
  void writesVerdictPlaceStackAndBytes() {
    LedgerBuilder ledger = ledger();
    List<Frame> stack = stack("acme.Pool.take:9", "acme.Main.run:48");
    ledger.open(BUFFER, stack).on("c0#1", 0, "DRAM").at(0x1000, 512).bytes(4_096);
    ledger.open(BUFFER, stack).on("c0#1", 0, "DRAM").at(0x2000, 512).bytes(4_096);
    ledger.open(BUFFER, stack).on("c1#1", 1, "DRAM").at(0x1000, 512).bytes(100);
    ledger.open(BUFFER, stack).bytes(7);
    ledger.open(FILE, stack("acme.Main.read:3"));

    assertThat(collapsed(ledger))
        .isEqualTo(
            """
            [LEFT_OPEN];[device 0 DRAM];acme.Main.run:48;acme.Pool.take:9 8192
            [LEFT_OPEN];[device 1 DRAM];acme.Main.run:48;acme.Pool.take:9 100
            [LEFT_OPEN];[no device];acme.Main.run:48;acme.Pool.take:9 7
            """);
  }

  @Test
  void countsARegionThatHandlesShareOnce() {
    LedgerBuilder ledger = ledger();
    List<Frame> stack = stack("acme.Main.run:48");
    for (int i = 0; i < 3; i++) {
      ledger.open(BUFFER, stack).on("c0#1", 0, "L1").at(0x1000, 512).bytes(512).shared();
    }
    assertThat(collapsed(ledger)).isEqualTo("[LEFT_OPEN];[device 0 L1];acme.Main.run:48 512\n");
  }

  @Test
  void weightsAddUpToTheRegionBytesOfTheFindings() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    Report report = Reports.of(ledger);
    Map<String, Long> byVerdict = new HashMap<>();
    for (Finding finding : report.findings()) {
      String verdict = "[" + finding.verdict() + "]";
      byVerdict.merge(verdict, finding.amount().regionBytes(), Long::sum);
    }
    Map<String, Long> written = new HashMap<>();
    Reports.written(report, new CollapsedFormat())
        .lines()
        .forEach(
            line ->
                written.merge(
                    line.substring(0, line.indexOf(';')),
                    Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)),
                    Long::sum));
    byVerdict.values().removeIf(bytes -> bytes == 0);

    assertThat(written).isEqualTo(byVerdict).containsEntry("[CACHED]", 317_440L);
  }

  @Test
  void countsResourcesIfNothingHasBytes() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, stack("acme.Main.read:3"));
    ledger.open(FILE, stack("acme.Main.read:3"));
    assertThat(collapsed(ledger)).isEqualTo("[LEFT_OPEN];[no device];acme.Main.read:3 2\n");
  }

  @Test
  void writesEachStackOnOneLineWhateverItsNamesContain() {
    LedgerBuilder ledger = ledger();
    List<Frame> stack = List.of(new Frame("a;b\n[LEFT_OPEN] 99", "c\u202e d", null, -1));
    ledger.open(BUFFER, stack).bytes(5);
    assertThat(collapsed(ledger))
        .isEqualTo("[LEFT_OPEN];[no device];a:b\\u000a[LEFT_OPEN] 99.c\\u202e d 5\n");
  }

  @Test
  void saysThatAStackWasNotCaptured() {
    LedgerBuilder ledger = ledger();
    ledger.open(BUFFER, List.of()).bytes(5);
    assertThat(collapsed(ledger)).isEqualTo("[LEFT_OPEN];[no device];(stack not captured) 5\n");
  }

  @Test
  void isEmptyForACleanReport() {
    assertThat(collapsed(ledger())).isEmpty();
  }
}
